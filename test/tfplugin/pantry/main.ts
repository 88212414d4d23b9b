import { serve } from "../../../src/tfplugin";
import { pantry } from "./provider";

void serve(pantry);
