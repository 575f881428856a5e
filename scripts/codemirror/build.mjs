// Makes codemirror.js, its types and its licences in src/ludoteca/lab/static/vendor from the packages of package.json:
//
//     node scripts/codemirror/build.mjs
//
// npm installs them into a temporary folder. One change is made: style-mod writes constructed style sheets for the page
// itself too, not only for shadow trees, so that the editor needs no inline style.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const vendor = join(here, "../../src/ludoteca/lab/static/vendor");
const folder = mkdtempSync(join(tmpdir(), "codemirror-"));

const constructedSheets = {
  name: "constructed-sheets",
  setup(build) {
    build.onLoad({ filter: /style-mod\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const changed = text.replace("!root.head && root.adoptedStyleSheets", "root.adoptedStyleSheets");
      if (changed === text) throw new Error("style-mod has changed: look at StyleSet");
      return { contents: changed, loader: "js" };
    });
  },
};

// The packages in a bundle, from the paths of its inputs.
function packagesOf(metafile) {
  const names = Object.keys(metafile.inputs).map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]);
  return [...new Set(names.filter(Boolean))].sort().map((name) => {
    const root = join(folder, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const file = readdirSync(root).find((one) => /^licen[cs]e/i.test(one));
    return { name, version, license, text: readFileSync(join(root, file), "utf8").trim() };
  });
}

try {
  for (const name of ["package.json", "package-lock.json", "entry.js"]) cpSync(join(here, name), join(folder, name));
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, stdio: "inherit" });
  const esbuild = createRequire(join(folder, "entry.js"))("esbuild");
  const { metafile, outputFiles } = await esbuild.build({
    absWorkingDir: folder,
    entryPoints: ["entry.js"],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    metafile: true,
    write: false,
    plugins: [constructedSheets],
  });
  // esbuild puts the modules together; terser then makes the text some 4,000 bytes smaller where it is compressed.
  const { minify } = createRequire(join(folder, "entry.js"))("terser");
  const { code } = await minify(outputFiles[0].text, { module: true, ecma: 2022, compress: { passes: 3, unsafe_arrows: true } });
  const packages = packagesOf(metafile);
  const versions = packages.map(({ name, version }) => `${name} ${version}`).join(", ");
  const head = `/* Made by scripts/codemirror/build.mjs from ${versions}; licences: codemirror.LICENSE */\n`;
  writeFileSync(join(vendor, "codemirror.js"), `${head}${code}\n`);
  const [{ exports }] = Object.values(metafile.outputs);
  writeFileSync(join(vendor, "codemirror.d.ts"), exports.map((name) => `export const ${name}: any;\n`).join(""));
  const licences = packages.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`);
  writeFileSync(join(vendor, "codemirror.LICENSE"), licences.join(`\n${"-".repeat(80)}\n\n`));
  console.log(`${code.length >> 10} KiB: ${versions}`);
} finally {
  rmSync(folder, { recursive: true });
}
