import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanContract, pureSchemas } from './web/lean-contract.vite.ts'

/** Builds the web app; `--outDir` comes from the command, see scripts/. */
export default defineConfig({
  root: 'web',
  base: '/build/',
  plugins: [react(), leanContract()],
  build: {
    target: 'es2023',
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { treeshake: { manualPureFunctions: pureSchemas } },
  },
  // the built server entry stands alone: Node cannot read the style sheets that packages import
  ssr: { noExternal: true },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/avatars', '/covers'].map((path) => [path, process.env.API_URL ?? 'http://127.0.0.1:3000']),
    ),
  },
})
