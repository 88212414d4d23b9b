/** Builds the site of docs/ in dist/site, with the reports that its pages show. `npm run docs:build` runs it. It needs a build. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { writeShopReports } from "./picture-reports/shop-reports";

const root = resolve(__dirname, "..");
const reports = join(root, "dist/site/reports");

async function main(): Promise<void> {
  const { status } = spawnSync("vitepress", ["build", "site"], { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error("vitepress failed.");
  const folder = mkdtempSync(join(tmpdir(), "dbmon-site-"));
  try {
    const pages = await writeShopReports(folder);
    mkdirSync(reports, { recursive: true });
    for (const name of ["plan", "drift", "audit"] as const)
      copyFileSync(pages[name], join(reports, `${name}.html`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

void main();
