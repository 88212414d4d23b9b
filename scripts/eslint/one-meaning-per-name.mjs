/**
 * One meaning for a name: two files of src/ must not export the same identifier. Barrels export the names of others, constructs may be named
 * like the service's objects, and generated code has the names of its protocol.
 */
import { relative } from "node:path";

const exempt = /(?:^|\/)index\.ts$|^src\/(?:constructs|[\w-]+\/.*generated)\//;

/** The file that exports each name, of the files that this run has checked. */
const fileOfName = new Map();

export const oneMeaningPerName = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      taken: "{{file}} exports {{name}} too. Rename one of them, so that each name says how they differ.",
    },
  },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll("\\", "/");
    if (exempt.test(file)) return {};
    const check = (identifier) => {
      if (identifier?.type !== "Identifier") return;
      const { name } = identifier;
      const other = fileOfName.get(name) ?? file;
      fileOfName.set(name, other);
      if (other !== file)
        context.report({ node: identifier, messageId: "taken", data: { file: other, name } });
    };
    return {
      ExportNamedDeclaration({ declaration }) {
        check(declaration?.id);
        for (const { id } of declaration?.declarations ?? []) check(id);
      },
    };
  },
};
