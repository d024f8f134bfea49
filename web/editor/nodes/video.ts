import { Node } from '@tiptap/core'
import { keptValue, richFeatures } from '#contract/content/rich-text.ts'
import { attributesOf, parseRuleOf } from '#web/editor/nodes/element.ts'
import { videoView } from '#web/editor/views/media-views.ts'

const [film, track] = richFeatures.videos

/** A film of our storage, with captions when there are any. */
export const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    ...attributesOf(film),
    captions: {
      default: null,
      parseHTML: (element) => keptValue(track.needs.src, element.querySelector('track')?.getAttribute('src') ?? ''),
      rendered: false,
    },
  }),
  parseHTML: () => [parseRuleOf(film)],
  renderHTML: ({ node, HTMLAttributes }) => [
    'video',
    HTMLAttributes,
    ...(node.attrs.captions ? [['track', { src: node.attrs.captions }]] : []),
  ],
  addNodeView: () => videoView,
})
