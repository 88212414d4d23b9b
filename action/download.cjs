/** Downloads a file over HTTPS, through the proxy of the environment variables. */
const http = require("node:http");
const https = require("node:https");
const { selectProxy, openTunnel } = require("./proxy.cjs");

const timeoutMs = 300_000;
const maxAttempts = 3;
const maxRedirects = 5;

/** An error that another attempt does not change. */
class Refusal extends Error {}

/** @returns the content, of at most maxBytes. GitHub redirects downloads to its storage. They need no token. */
async function download(url, maxBytes) {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await follow(new URL(url));
      const { statusCode: status } = response;
      if (status === 200) return await readBody(response, maxBytes);
      response.destroy();
      const isTransient = status >= 500 || status === 429;
      if (!isTransient || attempt === maxAttempts)
        throw new Refusal(`Cannot download ${url}: status ${status}.`);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (attempt === maxAttempts)
        throw new Refusal(`Cannot download ${url}: ${error.message || error.code}.`);
    }
  }
}

async function follow(start) {
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const response = await send(url);
    const { statusCode, headers } = response;
    if (![301, 302, 303, 307, 308].includes(statusCode) || redirects === maxRedirects) return response;
    response.destroy();
    url = new URL(headers.location ?? "", url);
  }
}

/** @returns the response, whose body is not read yet */
function send(url) {
  const isLocal = url.protocol === "http:" && url.hostname === "127.0.0.1";
  if (url.protocol !== "https:" && !isLocal) throw new Refusal(`Cannot download ${url}: it is not https://.`);
  const selection = selectProxy(url, process.env);
  if (!selection.ok) throw new Refusal(`${selection.problem.what} ${selection.problem.remedy}`);
  const { proxy } = selection;
  const signal = AbortSignal.timeout(timeoutMs);
  const connect = (_options, done) => {
    openTunnel(proxy, url, signal).then((socket) => done(null, socket), done);
  };
  const options = {
    headers: { "User-Agent": "dbmon-iac" },
    signal,
    // The default port belongs to the agent, which a connection of our own replaces.
    ...(proxy === undefined ? {} : { createConnection: connect, defaultPort: 443 }),
  };
  return new Promise((resolve, reject) => {
    (isLocal ? http : https).get(url, options, resolve).on("error", reject);
  });
}

async function readBody(response, maxBytes) {
  const chunks = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > maxBytes) throw new Refusal(`The download exceeds ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

module.exports = { download };
