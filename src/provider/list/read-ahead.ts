/** Reads details of objects in parallel, and yields them in the order of the objects. */

/** @param concurrency how many objects are read at the same time, at most */
export async function* readAhead<T, R>(
  objects: readonly T[],
  concurrency: number,
  read: (object: T) => Promise<R>,
): AsyncGenerator<R> {
  const started: Promise<R>[] = [];
  let next = 0;
  while (next < objects.length || started.length > 0) {
    for (const object of objects.slice(next, next + concurrency - started.length)) {
      const reading = read(object);
      // Reported when its turn comes, or not at all if the list ends before.
      reading.catch(() => undefined);
      started.push(reading);
      next++;
    }
    const first = started.shift();
    if (first !== undefined) yield await first;
  }
}
