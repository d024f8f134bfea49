import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { devDocument } from './web/dev-document.vite.ts'
import { leanContract } from './web/lean-contract.vite.ts'

const apiUrl = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** What every page needs travels in two scripts beside the entry, not in some twenty. */
const sharedChunks = {
  groups: [
    { name: 'vendor', tags: ['$initial' as const], test: /\/node_modules\/(?!zod\/).+\.m?js$/ },
    {
      name: 'shell',
      tags: ['$initial' as const],
      test: /\/(web|contract)\/(?!main\.tsx).+\.(tsx?(\?plain)?|module\.css)$/,
      includeDependenciesRecursively: false,
    },
    {
      // small parts that stand on nearly every page: each alone would weigh less than the headers it comes with
      name: 'parts',
      test: /\/web\/ui\/((Avatar|Card|Cover|EmptyState|ErrorState|ListState|PageHeader|PersonChip|SkeletonList|StatusBadge)\.(tsx|module\.css)|states\.module\.css|(dates|plural)\.ts)$/,
      includeDependenciesRecursively: false,
    },
  ],
}

/** Builds the web app; `--outDir` comes from the command, see scripts/. */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: 'web',
  // the server gives the built files under /build/; while developing every address is Vite's
  base: command === 'build' ? '/build/' : '/',
  plugins: [react(), leanContract(), devDocument(apiUrl)],
  build: {
    target: 'es2023',
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    // the server's entry is one file: only the browser loads in parts
    rolldownOptions: { output: { codeSplitting: isSsrBuild ? false : sharedChunks } },
  },
  // the built server entry stands alone: Node cannot read the style sheets that packages import
  ssr: { noExternal: true },
  server: {
    proxy: Object.fromEntries(['/api', '/avatars', '/covers'].map((path) => [path, apiUrl])),
  },
}))
