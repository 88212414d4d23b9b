#!/usr/bin/env node
/**
 * A stub of GitHub and its command `gh`. It stores issues and comments in the file GH_STUB_STATE. It accepts the calls of the examples
 * and refuses all others. It also refuses calls without the job's permission: in tests, the job's token lists its permissions.
 */
const { execFileSync } = require("node:child_process");
const { readFileSync, writeFileSync } = require("node:fs");
const { parseArgs } = require("node:util");

const file = process.env.GH_STUB_STATE;
const state = JSON.parse(readFileSync(file, "utf8"));
const granted = process.env.GH_TOKEN ?? "";

function requirePermission(permission) {
  if (!granted.split(" ").includes(permission))
    refuse(`missing permission ${permission}, granted: ${granted}`);
}

function refuse(why) {
  process.stderr.write(`gh: ${process.argv.slice(2).join(" ")}: ${why}\n`);
  process.exit(1);
}

function show(value, filter) {
  process.stdout.write(execFileSync("jq", ["-r", filter], { input: JSON.stringify(value) }));
}

const text = { type: "string" };
const flag = { type: "boolean" };
const [group, verb, ...rest] = process.argv.slice(2);
const read = (args, options) => parseArgs({ args, options, allowPositionals: true, strict: true });
const issueOf = (number) =>
  state.issues.find((one) => one.number === Number(number)) ?? refuse(`there is no issue ${number}`);

const commands = {
  "label create"() {
    const { values, positionals } = read(rest, { force: flag, description: text });
    requirePermission("issues:write");
    if (!values.force && state.labels.includes(positionals[0])) refuse("exists already");
    state.labels = [...new Set([...state.labels, positionals[0]])];
  },
  "issue list"() {
    const { values } = read(rest, { label: text, state: text, json: text, jq: text });
    requirePermission("issues:write");
    const fits = (one) => one.labels.includes(values.label) && one.state === values.state;
    const fields = values.json.split(",");
    const found = state.issues
      .filter(fits)
      .map((one) => Object.fromEntries(fields.map((name) => [name, one[name]])));
    show(found, values.jq);
  },
  "issue create"() {
    const { values } = read(rest, { title: text, label: text, "body-file": text });
    requirePermission("issues:write");
    if (!state.labels.includes(values.label)) refuse(`there is no label ${values.label}`);
    const { title, label } = values;
    const body = readFileSync(values["body-file"], "utf8");
    state.issues.push({
      number: state.issues.length + 1,
      title,
      body,
      labels: [label],
      state: "open",
      comments: [],
    });
  },
  "issue edit"() {
    const { values, positionals } = read(rest, { "body-file": text });
    requirePermission("issues:write");
    issueOf(positionals[0]).body = readFileSync(values["body-file"], "utf8");
  },
  "issue close"() {
    const { values, positionals } = read(rest, { comment: text });
    requirePermission("issues:write");
    const issue = issueOf(positionals[0]);
    issue.state = "closed";
    issue.comments.push(values.comment);
  },
  api() {
    const options = { paginate: flag, silent: flag, jq: text, method: text, field: text };
    const { values, positionals } = read([verb, ...rest], options);
    requirePermission("pull-requests:write");
    const [, pull] = /^repos\/shop\/alerts\/issues\/(\d+)\/comments$/.exec(positionals[0]) ?? [];
    const [, comment] = /^repos\/shop\/alerts\/issues\/comments\/(\d+)$/.exec(positionals[0]) ?? [];
    if (values.field === undefined && pull !== undefined) return show(state.comments, values.jq);
    const [, bodyFile] = /^body=@(.+)$/.exec(values.field) ?? refuse("no body");
    const body = readFileSync(bodyFile, "utf8");
    if (body.length > 65_536) refuse("the body is too long");
    if (pull !== undefined && values.method === undefined)
      state.comments.push({ id: state.comments.length + 1, user: { login: "github-actions[bot]" }, body });
    else if (comment !== undefined && values.method === "PATCH")
      state.comments.find((one) => one.id === Number(comment)).body = body;
    else refuse("no such call");
  },
};

const command = commands[`${group} ${verb}`] ?? commands[group] ?? (() => refuse("no such command"));
command();
writeFileSync(file, JSON.stringify(state));
