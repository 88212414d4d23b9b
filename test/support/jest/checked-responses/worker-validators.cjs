/**
 * Caches the validators of the document's schemas in a jest worker. Jest loads modules again for each test file, and compiling
 * schemas takes longer than validating all responses of a file. Node's own `require` loads this file, so it is JavaScript.
 */
const { Ajv2020 } = require("ajv/dist/2020");
const { default: addFormats } = require("ajv-formats");

let cached = { text: "", ajv: undefined };

/**
 * @param {string} text the document, which can differ from that of the previous call
 * @returns {(pointer: string) => import("ajv").ValidateFunction | undefined} compiled on first use
 */
exports.validatorsOf = (text) => {
  if (cached.text !== text) cached = { text, ajv: ajvOf(JSON.parse(text)) };
  const { ajv } = cached;
  return (pointer) => ajv.getSchema(`api#${pointer}`);
};

function ajvOf(document) {
  // test/service/openapi.test.ts validates the document itself.
  const ajv = new Ajv2020({ allErrors: true, strict: true, meta: false, validateSchema: false });
  addFormats(ajv);
  // The document is not a schema, but contains all referenced schemas.
  ajv.addVocabulary(Object.keys(document));
  return ajv.addSchema(document, "api");
}
