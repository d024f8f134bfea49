import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { devDocument } from './web/dev-document.vite.ts'
import { leanContract } from './web/lean-contract.vite.ts'
import { leanFonts } from './web/lean-fonts.vite.ts'

const apiUrl = process.env.API_URL ?? 'http://127.0.0.1:3000'

const partsOfPages = new RegExp(
  [
    '/web/ui/(Avatar|Card|Cover|EmptyState|ErrorState|ListState|PageHeader|PersonChip|SkeletonList|StatusBadge)\\.(tsx|module\\.css)$',
    '/web/ui/(dates|plural)\\.ts$',
    '/web/ui/states\\.module\\.css$',
    '/web/live/live-news\\.ts$',
    '/web/app/(act|changes|page-params)\\.ts$',
    '/web/lessons/kept-lesson\\.ts$',
    // what each mutation makes old names the endpoints of all domains
    '/contract/[a-z-]+/[a-z-]+\\.api\\.ts$',
    '/web/app/late\\.tsx$',
    '/web/auth/use-actor\\.ts$',
    '/web/ui/use-single\\.ts$',
    '/contract/users/(names|users\\.policy)\\.ts$',
    '/icons-react/.+/Icon(Archive|ArrowBackUp|Check|Clock|CloudOff|EyeOff|Heart|HeartFilled|Minus|MoodEmpty|Pencil|Plus)\\.m?js$',
    '/core/esm/components/Skeleton/',
    '/react-query/.+/(use(Infinite|Base)?(Query|Mutation)|infiniteQueryOptions)\\.m?js$',
    '/query-core/.+/(infiniteQueryObserver|mutationObserver)\\.m?js$',
  ].join('|'),
)

/** What the pages of courses and lessons have in common, each too small to travel alone. */
const partsOfStudies = new RegExp(
  [
    '/web/courses/(Programme\\.tsx|Programme\\.module\\.css|progress\\.ts)$',
    '/web/ui/(Notice|ProgressBar)\\.(tsx|module\\.css)$',
    '/web/content/(RichText\\.tsx|rich-text\\.css|callout-names\\.ts|draw-rich-text\\.ts|drawing\\.ts)$',
    '/web/files/file-(names|sizes)\\.ts$',
    '/contract/files/file-(address|size)\\.ts$',
    '/contract/http/named-status\\.ts$',
    '/contract/lessons/lessons\\.policy\\.ts$',
    '/icons-react/.+/Icon(List|ClipboardText)\\.m?js$',
    '/core/esm/components/(Group|Stack)/',
  ].join('|'),
)

/** What every page needs travels in two scripts beside the entry, not in some twenty. */
const sharedChunks = {
  groups: [
    { name: 'vendor', tags: ['$initial' as const], test: /\/node_modules\/(?!zod\/).+\.m?js$/ },
    {
      name: 'shell',
      tags: ['$initial' as const],
      test: /\/(web\/(?!main\.tsx)|contract\/(pages|http\/errors|files\/check-file|organisation\/organisation\.schema|[a-z-]+\/[a-z-]+\.api)).*\.(tsx?|module\.css)$/,
      includeDependenciesRecursively: false,
    },
    {
      // small parts that stand on nearly every page: each alone would weigh less than the headers it comes with
      name: 'parts',
      test: partsOfPages,
      includeDependenciesRecursively: false,
    },
    { name: 'studies', test: partsOfStudies, includeDependenciesRecursively: false },
  ],
}

/** Builds the web app; `--outDir` comes from the command, see scripts/. */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: 'web',
  // the server gives the built files under /build/; while developing every address is Vite's
  base: command === 'build' ? '/build/' : '/',
  plugins: [react(), leanContract(), leanFonts(), devDocument(apiUrl)],
  // served pages name classes on nearly every element: short names keep them light
  css: command === 'build' ? { modules: { generateScopedName: '_[hash:base64:6]' } } : undefined,
  build: {
    target: 'es2023',
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    // the security policy lets no font in that is written into a style sheet
    assetsInlineLimit: (path) => (path.endsWith('.woff2') ? false : undefined),
    // the server's entry is one file: only the browser loads in parts
    rolldownOptions: { output: { codeSplitting: isSsrBuild ? false : sharedChunks } },
  },
  // the built server entry stands alone: Node cannot read the style sheets that packages import
  ssr: { noExternal: true },
  server: {
    proxy: Object.fromEntries(['/api', '/avatars', '/covers', '/files'].map((path) => [path, apiUrl])),
  },
}))
