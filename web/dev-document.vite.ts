import type { Plugin } from 'vite'

/** While developing, the document gets its head and settings from the running server, as it would in production. */
export const devDocument = (apiUrl: string): Plugin => ({
  name: 'dev-document',
  apply: 'serve',
  transformIndexHtml: async (html, { originalUrl }) => {
    const served = await fetch(new URL(originalUrl ?? '/', apiUrl))
      .then((response) => response.text())
      .catch(() => '')
    const between = (start: string, end: string) => served.split(start)[1]?.split(end)[0]
    const title = between('<title>', '</title>') ?? ''
    const config = between(' id="config">', '</script>') ?? 'null'
    return html.replace('<!--head-->', () => `<title>${title}</title>`).replace('<!--config-->', () => config)
  },
})
