import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { colourCode, loadLanguages } from '#web/content/draw-code.ts'

type Parts = NonNullable<ReturnType<typeof colourCode>>
interface Stretch {
  from: number
  to: number
  classes: string
}

/** The places in a piece of code, with their classes. */
const stretchesOf = (parts: Parts) => {
  const stretches: Stretch[] = []
  const walk = (children: Parts, from: number): number =>
    children.reduce((at, part) => {
      if (part.type === 'text') return at + part.value.length
      if (part.type !== 'element') return at
      const to = walk(part.children, at)
      stretches.push({ from: at, to, classes: (part.properties.className as string[]).join(' ') })
      return to
    }, from)
  walk(parts, 0)
  return stretches
}

/** A block that did not change is the same node as before: it is coloured once. */
const coloured = new WeakMap<Node, Stretch[]>()

const colour = (block: Node) => {
  const known = coloured.get(block)
  if (known) return known
  const parts = colourCode(block.textContent, block.attrs.language)
  const stretches = parts ? stretchesOf(parts) : []
  // until its language is loaded it has to be asked again
  if (parts) coloured.set(block, stretches)
  return stretches
}

const blocksIn = (document: Node) => {
  const blocks: { block: Node; at: number }[] = []
  document.descendants((block, at) => {
    if (block.type.name === 'codeBlock' && block.attrs.language) blocks.push({ block, at })
    return !block.isTextblock
  })
  return blocks
}

const decorate = (document: Node) =>
  DecorationSet.create(
    document,
    blocksIn(document).flatMap(({ block, at }) =>
      colour(block).map(({ from, to, classes }) => Decoration.inline(at + 1 + from, at + 1 + to, { class: classes })),
    ),
  )

const key = new PluginKey<DecorationSet>('highlightCode')

/** Colours come when their language has been loaded. */
const loadMissing = async (view: EditorView) => {
  const names = blocksIn(view.state.doc).map(({ block }) => block.attrs.language as string)
  const loaded = await loadLanguages(names)
  if (loaded.includes(true) && !view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, true))
}

/** Colours code while it is written, as readers will see it. */
export const HighlightCode = Extension.create({
  name: 'highlightCode',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: (_, { doc }) => decorate(doc),
        apply: (tr, before) => (tr.docChanged || tr.getMeta(key) ? decorate(tr.doc) : before),
      },
      props: { decorations: (state) => key.getState(state) },
      view: (view) => {
        void loadMissing(view)
        return { update: (next, before) => void (next.state.doc !== before.doc && loadMissing(next)) }
      },
    }),
  ],
})
