/**
 * The validators of the document's schemas, kept for as long as a worker of jest lives. Jest loads the modules of a test
 * anew for each test file, and compiling schemas takes longer than holding all of a file's answers against them; so this
 * is loaded with Node's own `require`, which needs it to be JavaScript.
 */
const { Ajv2020 } = require("ajv/dist/2020");
const { default: addFormats } = require("ajv-formats");

let kept = { text: "", ajv: undefined };

/**
 * @param {string} text the document, which may have been made anew since it was last seen
 * @returns {(pointer: string) => import("ajv").ValidateFunction | undefined} compiled when it is first asked for
 */
exports.validatorsOf = (text) => {
  if (kept.text !== text) kept = { text, ajv: ajvOf(JSON.parse(text)) };
  const { ajv } = kept;
  return (pointer) => ajv.getSchema(`api#${pointer}`);
};

function ajvOf(document) {
  // That the document itself is valid is tested elsewhere, with a validator of its own.
  const ajv = new Ajv2020({ allErrors: true, strict: true, meta: false, validateSchema: false });
  addFormats(ajv);
  // The document is no schema, but holds all that are referred to.
  ajv.addVocabulary(Object.keys(document));
  return ajv.addSchema(document, "api");
}
