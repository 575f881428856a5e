// Starts the page.

import { start } from "./router.js";

start();
