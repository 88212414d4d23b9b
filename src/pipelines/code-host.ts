/** The operations of GitHub and GitLab that pipelines use. */
import * as z from "zod";
import { type RestClient } from "./rest-client";

/** A file, as both hosts send it. */
export const encodedFile = z.object({ content: z.string(), encoding: z.literal("base64") });

export function decodeFile({ content }: z.output<typeof encodedFile>): string {
  return Buffer.from(content, "base64").toString();
}

export interface Comment {
  readonly id: number;
  /** ID of the user. */
  readonly authorId: number;
  /** Name of the user. */
  readonly author: string;
  readonly body: string;
}

export interface Issue {
  /** The number in its URL. */
  readonly number: number;
  readonly authorId: number;
  readonly body: string;
}

/** Where comments are written. */
export interface Discussion {
  readonly kind: "change request" | "issue";
  readonly number: number;
}

export interface NewIssue {
  readonly title: string;
  readonly label: string;
  readonly body: string;
}

export interface IssueUpdate {
  readonly body?: string;
  readonly close?: "completed" | "duplicate";
}

/** All methods throw RestError. Lists are complete, or an error. */
export interface CodeHost {
  readonly name: "GitHub" | "GitLab";
  readonly client: Pick<RestClient, "now" | "close">;
  /** ID of the token's user, who is the author of the comments and issues. */
  fetchUserId(): Promise<number>;
  /** Whether a pull request of GitHub or a merge request of GitLab is open. */
  isOpen(changeRequest: number): Promise<boolean>;
  /** @param path relative to the repository, with slashes */
  readFile(path: string, branch: string): Promise<string>;
  listComments(discussion: Discussion): Promise<readonly Comment[]>;
  createComment(discussion: Discussion, body: string): Promise<void>;
  updateComment(discussion: Discussion, id: number, body: string): Promise<void>;
  deleteComment(discussion: Discussion, id: number): Promise<void>;
  /** Returns open issues. */
  listIssues(label: string): Promise<readonly Issue[]>;
  /** Creates the label first if the repository does not have it. */
  createIssue(issue: NewIssue): Promise<void>;
  updateIssue(number: number, update: IssueUpdate): Promise<void>;
}
