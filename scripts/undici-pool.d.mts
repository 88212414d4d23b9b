import { type Plugin } from "esbuild";

export declare const undiciPool: Plugin;
