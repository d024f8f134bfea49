import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { devDocument } from './web/dev-document.vite.ts'
import { leanColours } from './web/lean-colours.vite.ts'
import { leanContract } from './web/lean-contract.vite.ts'
import { leanFonts } from './web/lean-fonts.vite.ts'
import { leanScripts } from './web/lean-scripts.vite.ts'
import { planChunks } from './web/plan-chunks.vite.ts'
import { serviceWorker } from './web/service-worker.vite.ts'

const apiUrl = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** Every page's script lists the files of all pages: a character less of each is 0.2 KB of a first visit. */
const fileNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

/** Builds the web app; `--outDir` comes from the command, see scripts/. */
export default defineConfig(async ({ command, isSsrBuild }) => {
  const config = {
    root: 'web',
    // the server gives the built files under /build/; while developing every address is Vite's
    base: command === 'build' ? '/build/' : '/',
    plugins: [react(), leanContract(), leanFonts(), leanColours(), leanScripts(), serviceWorker(), devDocument(apiUrl)],
    // served pages name classes on nearly every element: short names keep them light
    css: command === 'build' ? { modules: { generateScopedName: '_[hash:base64:6]' } } : undefined,
    build: {
      target: 'es2023' as const,
      manifest: true,
      // which packages the browser is sent, for the bill of materials: see scripts/describe-packages.mjs
      license: isSsrBuild ? false : { fileName: '.vite/licences.json' },
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 700,
      // the security policy lets no font in that is written into a style sheet
      assetsInlineLimit: (path: string) => (path.endsWith('.woff2') ? false : undefined),
    },
    // the built server entry has everything in it: Node cannot read the style sheets that packages import
    ssr: { noExternal: true as const },
    server: {
      // a stored file has no dot in its id; what has one there is a module of `web/files`
      proxy: Object.fromEntries(
        ['/api', '/avatars', '/logos', '/covers', '^/files/[^./?]+(?:[/?]|$)'].map((path) => [path, apiUrl]),
      ),
    },
  }
  if (command !== 'build') return config
  // the server's entry is one file: only the browser loads in parts
  const output = isSsrBuild
    ? { codeSplitting: false as const }
    : { codeSplitting: { groups: await planChunks(config) }, ...fileNames }
  return { ...config, build: { ...config.build, rolldownOptions: { output } } }
})
