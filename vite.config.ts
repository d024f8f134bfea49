import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { devDocument } from './web/dev-document.vite.ts'
import { leanContract } from './web/lean-contract.vite.ts'

const apiUrl = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** Builds the web app; `--outDir` comes from the command, see scripts/. */
export default defineConfig({
  root: 'web',
  base: '/build/',
  plugins: [react(), leanContract(), devDocument(apiUrl)],
  build: {
    target: 'es2023',
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // what every page needs travels in two scripts beside the entry, not in some twenty
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /\/node_modules\/(?!zod\/).+\.m?js$/ },
            {
              name: 'shell',
              tags: ['$initial'],
              test: /\/(web|contract)\/(?!main\.tsx|.*\.schema\.ts).+\.tsx?$/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  // the built server entry stands alone: Node cannot read the style sheets that packages import
  ssr: { noExternal: true },
  server: {
    proxy: Object.fromEntries(['/api', '/avatars', '/covers'].map((path) => [path, apiUrl])),
  },
})
