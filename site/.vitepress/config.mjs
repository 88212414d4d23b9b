/** The site of docs/: its pages as they are. The sections and links of docs/README.md, which is the home page, make the navigation. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { defineConfig } from "vitepress";

const root = resolve(import.meta.dirname, "../..");
const docs = join(root, "docs");
const { version, repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const repositoryUrl = repository.url.replace(/^git\+|\.git$/g, "");

/** The path of the site, with slashes at both ends. */
const base = process.env["DBMON_SITE_PATH"] ?? "/";

/** Pages with another address. docs/index.md is the provider's page in the registry. */
const addresses = { "README.md": "index.md", "index.md": "provider.md" };

function navigation() {
  const [, ...sections] = readFileSync(join(docs, "README.md"), "utf8").split(/^## /m);
  return sections.map((section) => {
    const pages = new Set([...section.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, page]) => page));
    const items = [...pages].map((page) => ({
      text: /^# (?:\d+\. )?(.*)$/m.exec(readFileSync(join(docs, page), "utf8"))[1].replaceAll("`", ""),
      link: `/${(addresses[page] ?? page).replace(/\.md$/, "")}`,
    }));
    return { text: section.split("\n", 1)[0], items };
  });
}

/** Links to files outside of docs/ lead to the repository, and the pictures of the example reports are the reports. */
function configureMarkdown({ core, renderer, utils }) {
  core.ruler.push("links", ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet("href");
      if (href === null || /^(?:[\w+]+:|#|\/)/.test(href)) continue;
      const file = resolve(dirname(env.path), href.split("#")[0]);
      if (file.startsWith(`${docs}/`) && file.endsWith(".md")) continue;
      if (!existsSync(file)) throw new Error(`${env.path}: ${href} does not exist`);
      token.attrSet("href", `${repositoryUrl}/tree/main/${relative(root, file)}`);
    }
  });
  const renderImage = renderer.rules.image;
  renderer.rules.image = (tokens, index, ...rest) => {
    const { content } = tokens[index];
    const [, report] = /\/report-(plan|drift|audit)\.png$/.exec(tokens[index].attrGet("src")) ?? [];
    if (report === undefined) return renderImage(tokens, index, ...rest);
    const size = 'width="100%" height="700"';
    return `<iframe src="${base}reports/${report}.html" title="${utils.escapeHtml(content)}" ${size} loading="lazy"></iframe>`;
  };
}

export default defineConfig({
  title: "dbmon",
  description: "Alerts as code for the database monitoring service",
  lang: "en",
  base,
  srcDir: docs,
  outDir: join(root, "dist/site"),
  cacheDir: join(root, "node_modules/.cache/vitepress"),
  rewrites: addresses,
  cleanUrls: true,
  markdown: {
    config: configureMarkdown,
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    search: { provider: "local" },
    nav: [{ text: version, link: `${repositoryUrl}/releases` }],
    sidebar: navigation(),
    socialLinks: [{ icon: "github", link: repositoryUrl }],
    outline: [2, 3],
  },
});
