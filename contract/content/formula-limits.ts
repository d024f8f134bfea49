/** How far a formula may go, in characters. */
export const longestFormula = 2000

/** Cells of the tables and matrices of one formula, at most: drawing them takes longest. */
const mostCells = 400

/** Formulas of one text, and what they may cost together, in characters; drawing so many takes a second or so. */
const mostFormulas = 500
const mostCost = 30_000

/** A cell costs as much as so many characters. */
const costOfCell = 10

/** What defines something: a few short definitions that use each other are drawn without end. */
const defining = new Set([
  ...['def', 'gdef', 'edef', 'xdef', 'let', 'futurelet', 'global', 'long', 'outer', 'newif', 'catcode', 'mathcode'],
  ...['newcommand', 'renewcommand', 'providecommand', 'DeclareRobustCommand', 'DeclareMathOperator'],
  ...['newenvironment', 'renewenvironment', 'NewDocumentCommand', 'RenewDocumentCommand', 'newcount', 'newlength'],
  ...['csname', 'expandafter', 'noexpand'],
])

/** What writes into the log of whoever draws it. */
const logging = new Set(['message', 'errmessage', 'show', 'showthe', 'showtokens', 'typeout'])

/** The commands of a formula without their backslash; of `\\` and the like the sign. */
const commandsOf = (latex: string) => latex.match(/\\(?:[a-zA-Z@]+|.)/gs)?.map((command) => command.slice(1)) ?? []

const cellsOf = (latex: string, commands: string[]) =>
  (latex.match(/&/g)?.length ?? 0) + commands.filter((name) => /^(?:\\|cr|newline)$/.test(name)).length

/** Why a formula is neither kept nor drawn, in Russian; null for one that may be. What is no LaTeX at all may be kept. */
export const formulaFault = (latex: string): string | null => {
  if (latex.length > longestFormula) return `Формула слишком длинная: не больше ${longestFormula} знаков`
  const commands = commandsOf(latex)
  const definition = commands.find((name) => defining.has(name))
  if (definition) return `Команды, которые что-то определяют, в формулах не работают: уберите \\${definition}`
  const log = commands.find((name) => logging.has(name))
  if (log) return `Этой команды в формулах нет: \\${log}`
  if (cellsOf(latex, commands) > mostCells) return `Таблица в формуле слишком большая: не больше ${mostCells} клеток`
  return null
}

const costOf = (latex: string) => latex.length + costOfCell * cellsOf(latex, commandsOf(latex))

/** How many formulas of a text, from its beginning, are not too much to draw. */
export const drawnFormulas = (formulas: string[]) => {
  let cost = 0
  const first = formulas.findIndex((latex, index) => {
    cost += costOf(latex)
    return index >= mostFormulas || cost > mostCost
  })
  return first < 0 ? formulas.length : first
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", bsol: '\\' }

const unescaped = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));?/gi, (all, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null
    if (code === null) return named[name] ?? all
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** The sources of the formulas of a text that comes from the editor, or from elsewhere. */
export const formulasIn = (html: string) =>
  [...html.matchAll(/\sdata-latex\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)].map(([, double, single, bare]) =>
    unescaped(double ?? single ?? bare ?? ''),
  )

/** Why a text is not kept because of its formulas, in Russian; null when it may be. */
export const formulasFault = (html: string): string | null => {
  const formulas = formulasIn(html)
  const fault = formulas.map(formulaFault).find((fault) => fault !== null)
  if (fault) return fault
  return drawnFormulas(formulas) < formulas.length
    ? `В тексте слишком много формул: не больше ${mostFormulas}, и вместе не длиннее ${mostCost} знаков`
    : null
}
