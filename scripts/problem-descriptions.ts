/** The classes of problems in docs/problems.md: the cause, and sentences with the remedy. */
import { type ProblemClass } from "../src/diagnostics";

export const problemDescriptions: Readonly<Record<ProblemClass, string>> = {
  "address-refused":
    "The base URL is not an address that the token may be sent to. Correct the address, or allow its host where the token is set.",
  "alert-changed": "The live alert is no longer as it was planned. Plan again, and review the plan.",
  "alert-not-written":
    "A write of an alert failed, or was rolled back. Fix the cause in the message, and run again.",
  "alert-unsupported":
    "The kind of a live alert is unknown to this version. Upgrade dbmon, or leave the alert unmanaged.",
  bug: "dbmon failed unexpectedly. Report the message.",
  "ci-invalid":
    "The job of the pipeline does not have what the command needs. Correct the job as the message says.",
  "clock-differs": "The clock of this machine differs from that of the service. Synchronize the clock.",
  "code-host-failed": "GitHub or GitLab refused a call. Check the token and the permissions of the job.",
  "config-invalid":
    "dbmon.yaml is missing or invalid, or names an unknown environment. Correct the configuration, or --environment.",
  "confirmation-invalid":
    "The digest confirms something else, was used already, or was never shown. Run the command that printed the digest again, and review what it shows.",
  "definition-invalid":
    "A definition, test or catalog is invalid. Correct it at the location of the problem.",
  "definition-missing":
    "A live alert that owns selects has no definition, and owns_deletions keeps it. Define it, or delete it in the service.",
  "deletion-limit": "The plan deletes more alerts than allowed. Check the definitions, or set --max-deletes.",
  "drill-failed": "A fire drill cannot run. Correct the cause in the message, and drill again.",
  "edit-refused": "dbmon cannot change the file without changing something else. Edit the file yourself.",
  "emulator-failed": "The emulator cannot run. Correct its options, its file or its port.",
  "environment-differs":
    "The plan was made for another environment. Set the token of that environment, or plan again.",
  "environment-skipped": "An environment of an earlier wave failed. Fix that environment, and run again.",
  "facts-incomplete":
    "Something that the result depends on could not be read completely. Read the result as a lower bound, or run again.",
  "file-changed": "A file changed while dbmon worked with it, or was edited. Run again, or move the file.",
  "file-unreadable":
    "A file or folder cannot be read, or is not what the command reads. Correct the path, its permissions or its content.",
  "file-unwritable": "A file or folder cannot be written. Choose another path, or correct its permissions.",
  interrupted: "The run was interrupted. Run again. It continues where it ended.",
  "metrics-invalid": "The file of --metrics cannot be used. Correct the file at the location of the problem.",
  "name-duplicate": "Two alerts or other objects have the same name. Rename one of them.",
  "name-taken": "Another alert has the name. Adopt that alert, rename one of them, or delete it.",
  "not-found": "The service does not have the object. Check its name or ID, and the environment.",
  "not-in-effect": "A change was written, and the service does not show it. Run dbmon drift.",
  "package-failed":
    "A file of this distribution is missing, or a program that dbmon starts failed. Install what the message names.",
  "pattern-unmatched": "A pattern, exception or value matches nothing. Correct or remove it.",
  "plan-invalid": "The saved plan cannot be read, or was edited. Plan again, and do not edit the file.",
  "plan-stale":
    "The live alerts or the definitions changed after the plan was made. Plan again, and review the plan.",
  "rate-limited": "The service limits the rate of calls. Run again later, or set a lower --parallel.",
  "reference-unknown":
    "A definition or option names an object that does not exist, or several that do. Correct the name, or use the ID.",
  "request-rejected": "The service rejected a request. Correct the value in the message.",
  "response-invalid": "A response is not one of the service. Check the base URL and the proxy.",
  "service-unreachable":
    "The service cannot be reached, or failed. Check the address and the network, or run again later.",
  "terraform-invalid":
    "A synthesized stack or a plan of Terraform cannot be used. Correct the code, and synthesize or plan again.",
  "test-failed":
    "A test of an alert or a rule failed, or the tests reach too few alerts. Correct the alert or the test.",
  "token-missing":
    "The address or the token is not set, or invalid. Set the variables that the message names.",
  "token-refused":
    "The service refused the token. Use a complete token of this environment with enough permission.",
  usage: "Arguments or options are invalid. Run the command with --help.",
  "value-undefined": "A value in a definition is not defined, or invalid. Define it in dbmon.yaml.",
  "write-unknown": "A write may have taken effect, because its response was lost. Run again. It finds out.",
};
