/** Tables of the page. */
import { type ReportTable } from "../../report/report";
import { html, type Html } from "./markup";

/**
 * The first cell of each row is its heading.
 * @param anchorOf the anchor that a heading links to
 */
export function reportTable(
  { titles, rows }: ReportTable,
  anchorOf: (heading: string) => string | undefined = () => undefined,
): Html {
  const head = titles.map((title) => html`<th scope="col">${title}</th>`);
  const body = rows.map(
    ([name, ...cells]) =>
      html`<tr>
        <th scope="row">${linkTo(anchorOf(String(name)), name)}</th>
        ${cells.map((cell) => html`<td>${cell ?? "-"}</td>`)}
      </tr>`,
  );
  return html`<table>
    <thead>
      <tr>
        ${head}
      </tr>
    </thead>
    <tbody>
      ${body}
    </tbody>
  </table>`;
}

function linkTo(anchor: string | undefined, text: string | number | undefined): Html {
  return anchor === undefined ? html`${text}` : html`<a href="#${anchor}">${text}</a>`;
}

/**
 * A wide table scrolls by itself, also with the keyboard.
 * @param environment of the section. Empty for a page of one environment.
 */
export function scrolling(
  title: string,
  table: Html,
  { environment }: { readonly environment: string },
): Html {
  const label = environment === "" ? title : `${title} of ${environment}`;
  return html`<section class="scroll" aria-label="${label}" tabindex="0">${table}</section> `;
}
