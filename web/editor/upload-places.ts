import { Extension } from '@tiptap/core'
import type { Node, NodeType } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

const places = new PluginKey<DecorationSet>('uploadPlaces')

/** A file on its way, by the key of its upload. */
interface Place {
  upload: string
  name: string
  /** The file is refused, the list of uploads under the text says why. */
  hasFailed: boolean
  /** Files that were chosen later come after it. */
  number: number
}

type Change = { add: { key: string; name: string; at: number } } | { remove: string } | { mark: Place }

const placeholder = ({ name, hasFailed }: Place) => {
  const dom = document.createElement('div')
  dom.className = 'upload-place'
  dom.contentEditable = 'false'
  dom.toggleAttribute('data-failed', hasFailed)
  dom.textContent = hasFailed
    ? `Не загружено: ${name}. Почему и что делать, написано под текстом.`
    : `Загружается: ${name}`
  return dom
}

const apply = (tr: Transaction, before: DecorationSet) => {
  const mapped = before.map(tr.mapping, tr.doc)
  const change: Change | undefined = tr.getMeta(places)
  if (!change) return mapped
  if ('remove' in change) return take(tr, before, mapped, change.remove)
  if ('mark' in change) return mark(tr, mapped, change.mark)
  const { key, name, at } = change.add
  return mapped.add(tr.doc, [place(at, { upload: key, name, hasFailed: false, number: nextNumber(before) })])
}

const isOf = (key: string) => (spec: Place) => spec.upload === key

const place = (at: number, spec: Place) =>
  // what others put at its place comes after it; another key makes the editor draw it again
  Decoration.widget(at, () => placeholder(spec), { ...spec, key: `${spec.upload} ${spec.hasFailed}`, side: -1 })

const nextNumber = (set: DecorationSet) => Math.max(0, ...set.find().map(({ spec }) => spec.number as number)) + 1

const mark = (tr: Transaction, mapped: DecorationSet, spec: Place) => {
  const [marked] = mapped.find(undefined, undefined, isOf(spec.upload))
  return marked ? mapped.remove([marked]).add(tr.doc, [place(marked.from, spec)]) : mapped
}

/** A file has taken its place: the places of files that were chosen later, and were there too, come after it. */
const take = (tr: Transaction, before: DecorationSet, mapped: DecorationSet, key: string) => {
  const [taken] = before.find(undefined, undefined, isOf(key))
  if (!taken) return mapped
  const later = before.find(taken.from, taken.from, ({ number }) => number > taken.spec.number)
  const gone = [taken, ...later].map(({ spec }) => spec.upload)
  const after = tr.mapping.map(taken.from, 1)
  return mapped.remove(mapped.find(undefined, undefined, (spec) => gone.includes(spec.upload))).add(
    tr.doc,
    later.map(({ spec }) => place(after, spec as Place)),
  )
}

/** Keeps the places of files on their way, wherever the text around them moves. */
export const UploadPlaces = Extension.create({
  name: 'uploadPlaces',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: places,
      state: { init: () => DecorationSet.empty, apply },
      props: { decorations: (state) => places.getState(state) },
    }),
  ],
})

/** The nearest place for a block that is put at a position: before an empty line, otherwise after what is there. */
export const blockPlace = (document: Node, position: number, type: NodeType) => {
  const $at = document.resolve(Math.min(position, document.content.size))
  for (let depth = $at.depth; depth > 0; depth -= 1) {
    const isEmptyLine = $at.node(depth).isTextblock && $at.node(depth).content.size === 0
    const index = isEmptyLine ? $at.index(depth - 1) : $at.indexAfter(depth - 1)
    if ($at.node(depth - 1).canReplaceWith(index, index, type))
      return isEmptyLine ? $at.before(depth) : $at.after(depth)
  }
  return $at.depth === 0 ? $at.pos : document.content.size
}

/** Marks where a file on its way will be. */
export const addPlace = (tr: Transaction, key: string, name: string, at: number) =>
  tr.setMeta(places, { add: { key, name, at } } satisfies Change)

export const removePlace = (tr: Transaction, key: string) => tr.setMeta(places, { remove: key } satisfies Change)

/** The present place of a file on its way; null when there is no such place (any more). */
export const placeOf = (state: Parameters<typeof places.getState>[0], key: string) =>
  places.getState(state)?.find(undefined, undefined, isOf(key))[0]?.from ?? null

/** All places. */
export const listPlaces = (state: Parameters<typeof places.getState>[0]) =>
  (places.getState(state)?.find() ?? []).map(({ spec }) => spec as Place)

/** Marks in a place whether its file is refused. */
export const markPlace = (tr: Transaction, marked: Place) => tr.setMeta(places, { mark: marked } satisfies Change)
