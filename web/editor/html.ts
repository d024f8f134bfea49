import { DOMParser, DOMSerializer, type Node, type Schema } from '@tiptap/pm/model'

/** Line ends of a hand-written text are spaces; in code they are line ends. */
const joinLines = (element: Element) => {
  for (const node of element.childNodes) {
    if (node.nodeType === 3) node.nodeValue = (node.nodeValue ?? '').replace(/[ \t]*\r?\n\s*/g, ' ')
    else if (node.nodeType === 1 && node.nodeName !== 'PRE') joinLines(node as Element)
  }
}

/** The text as a document of the editor. */
export const readHtml = (schema: Schema, html: string): Node => {
  // a document of its own: nothing in it is loaded or run
  const { body } = new window.DOMParser().parseFromString(`<body>${html}</body>`, 'text/html')
  joinLines(body)
  return DOMParser.fromSchema(schema).parse(body, { preserveWhitespace: true })
}

/**
 * A line to write on after a picture or a table that ends the text: the editor would add it as a change to take back.
 */
export const withLastLine = (document: Node): Node => {
  const { paragraph } = document.type.schema.nodes
  if (!paragraph || document.lastChild?.type === paragraph) return document
  return document.copy(document.content.addToEnd(paragraph.create()))
}

/** The document as HTML, as it is stored but for spelling; the empty lines that end it are not. */
export const writeHtml = (document: Node) => {
  // a document of its own: no picture in it is loaded
  const inert = window.document.implementation.createHTMLDocument()
  const host = inert.createElement('div')
  const serializer = DOMSerializer.fromSchema(document.type.schema)
  host.append(serializer.serializeFragment(document.content, { document: inert }))
  return host.innerHTML.replace(/(<p><\/p>)+$/, '')
}
