/** Zip files that have the same bytes for the same content, wherever and whenever they are built. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ZipOptions, zipSync } from "fflate";

const root = join(__dirname, "../..");

/** @param name of the program in the archive */
export function archiveOf(name: string, program: Buffer): Buffer {
  return Buffer.from(
    zipSync({
      ...Object.fromEntries(
        ["LICENSE", "THIRD_PARTY_NOTICES"].map((file) => [
          file,
          [readFileSync(join(root, file)), entry(0o644)],
        ]),
      ),
      [name]: [program, entry(0o755)],
    }),
  );
}

/** Options that do not depend on the time and the machine. fflate compresses in JavaScript, in the version of the lock file. */
function entry(permissions: number): ZipOptions {
  const unix = 3;
  const regularFile = 0o100_000;
  // The first date that a zip file can represent.
  const mtime = new Date(1980, 0, 1);
  return { level: 6, os: unix, attrs: (regularFile | permissions) * 0x1_0000, mtime };
}
