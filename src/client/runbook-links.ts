/** Requests the runbooks of alerts. The requests have no token and no cookie, and go to any address, because runbooks are internal. */
import { errorMessage, forEachAtOnce } from "../diagnostics";
import { type Alert, runbookUrls, webUrl } from "../service";

const maxAtOnce = 10;
const timeoutMs = 10_000;
const maxRedirects = 5;

export interface DeadRunbook {
  readonly alert: Pick<Alert, "id" | "name">;
  readonly url: string;
  /** A clause: `answers 404`. */
  readonly reason: string;
}

/** Requests each address once. @param onProgress receives the number of requested addresses, and of all */
export async function findDeadRunbooks(
  alerts: readonly Pick<Alert, "id" | "name" | "annotations">[],
  signal: AbortSignal | undefined,
  onProgress: (requested: number, total: number) => void,
): Promise<DeadRunbook[]> {
  const links = alerts.flatMap((alert) => runbookUrls(alert.annotations).map((url) => ({ alert, url })));
  const urls = [...new Set(links.map(({ url }) => url))];
  const reasons = new Map<string, string>();
  await forEachAtOnce([...urls.entries()], maxAtOnce, async ([index, url]) => {
    const reason = await reasonOf(url, signal);
    if (reason !== undefined) reasons.set(url, reason);
    onProgress(index + 1, urls.length);
  });
  return links.flatMap(({ alert, url }) => {
    const reason = reasons.get(url);
    return reason === undefined ? [] : [{ alert, url, reason }];
  });
}

/** Why the page cannot be read. Some servers answer only GET. */
async function reasonOf(url: string, signal: AbortSignal | undefined): Promise<string | undefined> {
  const withHead = await request(url, "HEAD", signal);
  return withHead === undefined ? undefined : request(url, "GET", signal);
}

async function request(
  url: string,
  method: "HEAD" | "GET",
  canceled: AbortSignal | undefined,
): Promise<string | undefined> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = canceled === undefined ? timeout : AbortSignal.any([canceled, timeout]);
  let address = url;
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await fetch(address, { method, redirect: "manual", credentials: "omit", signal });
      await response.body?.cancel();
      const location = response.headers.get("location");
      if (response.status < 300 || response.status >= 400 || location === null)
        return response.ok ? undefined : `answers ${response.status}`;
      const next = URL.canParse(location, address) ? webUrl(new URL(location, address).href) : undefined;
      if (next === undefined) return "redirects to an address that is not of the web";
      address = next;
    }
    return `redirects more than ${maxRedirects} times`;
  } catch (error) {
    canceled?.throwIfAborted();
    if (timeout.aborted) return `does not answer within ${timeoutMs / 1000} s`;
    return `cannot be reached: ${errorMessage(error instanceof Error ? (error.cause ?? error) : error)}`;
  }
}
