/** Adds the backend that the examples require. In tests, it is a shared file. */
import { type CiProject } from "./project";

export function addBackend(project: CiProject, language: "typescript" | "hcl", file: string): void {
  if (language === "hcl") {
    project.edit("main.tf", (text) =>
      text.replace("  # backend", `  backend "local" { path = "${file}" }\n  # backend`),
    );
  } else {
    project.edit("alerts.ts", (text) =>
      text
        .replace("{ TerraformStack }", "{ LocalBackend, TerraformStack }")
        .replace(
          "    // new S3Backend",
          `    new LocalBackend(this, { path: "${file}" });\n    // new S3Backend`,
        ),
    );
  }
  project.commit("Add a backend");
}
