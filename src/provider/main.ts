/** Entry of the provider's process, as Terraform starts it. */
import { serve } from "../tfplugin";
import { dbmon } from "./provider";

void serve(dbmon);
