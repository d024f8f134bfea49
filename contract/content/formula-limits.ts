/** Max length of a formula, in characters. */
export const maxFormulaLength = 2000

/** Max cells in the tables and matrices of one formula: they take longest to draw. */
const maxCells = 400

/** Max formulas of one text, and their max total cost, in characters; drawing that many takes a second or so. */
const maxFormulas = 500
const maxCost = 30_000

/** A cell costs as much as this many characters. */
const costOfCell = 10

/** Commands that define something: a few short definitions that use each other are drawn without end. */
const defining = new Set([
  ...['def', 'gdef', 'edef', 'xdef', 'let', 'futurelet', 'global', 'long', 'outer', 'newif', 'catcode', 'mathcode'],
  ...['newcommand', 'renewcommand', 'providecommand', 'DeclareRobustCommand', 'DeclareMathOperator'],
  ...['newenvironment', 'renewenvironment', 'NewDocumentCommand', 'RenewDocumentCommand', 'newcount', 'newlength'],
  ...['csname', 'expandafter', 'noexpand'],
])

/** Commands that write into the log of the process. */
const logging = new Set(['message', 'errmessage', 'show', 'showthe', 'showtokens', 'typeout'])

/** The commands of a formula without their backslash; for `\\` and the like the character. */
const commandsOf = (latex: string) => latex.match(/\\(?:[a-zA-Z@]+|.)/gs)?.map((command) => command.slice(1)) ?? []

const cellsOf = (latex: string, commands: string[]) =>
  (latex.match(/&/g)?.length ?? 0) + commands.filter((name) => /^(?:\\|cr|newline)$/.test(name)).length

/** Why a formula is neither kept nor drawn, in Russian; null for an allowed one. Invalid LaTeX is allowed. */
export const formulaFault = (latex: string): string | null => {
  if (latex.length > maxFormulaLength) return `Формула слишком длинная: не больше ${maxFormulaLength} знаков`
  const commands = commandsOf(latex)
  const definition = commands.find((name) => defining.has(name))
  if (definition) return `Команды, которые что-то определяют, в формулах не работают: уберите \\${definition}`
  const log = commands.find((name) => logging.has(name))
  if (log) return `Этой команды в формулах нет: \\${log}`
  if (cellsOf(latex, commands) > maxCells) return `Таблица в формуле слишком большая: не больше ${maxCells} клеток`
  return null
}

const costOf = (latex: string) => latex.length + costOfCell * cellsOf(latex, commandsOf(latex))

/** How many formulas of a text, from its beginning, are within the limits for drawing. */
export const drawnFormulas = (formulas: string[]) => {
  let cost = 0
  const first = formulas.findIndex((latex, index) => {
    cost += costOf(latex)
    return index >= maxFormulas || cost > maxCost
  })
  return first < 0 ? formulas.length : first
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", bsol: '\\' }

const unescaped = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w{1,8}));?/gi, (all, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null
    if (code === null) return named[name] ?? all
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/**
 * The sources of the formulas in a text, from the editor or from elsewhere: also with a slash or nothing at all
 * between two attributes, as browsers read it.
 */
export const formulasIn = (html: string) =>
  [...html.matchAll(/(?<![\w-])data-latex\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*))/gi)].map(
    ([, double, single, bare]) => unescaped(double ?? single ?? bare ?? ''),
  )

/** Why a text is refused because of its formulas, in Russian; null for an allowed one. */
export const formulasFault = (html: string): string | null => {
  const formulas = formulasIn(html)
  const fault = formulas.map(formulaFault).find((fault) => fault !== null)
  if (fault) return fault
  return drawnFormulas(formulas) < formulas.length
    ? `В тексте слишком много формул: не больше ${maxFormulas}, и вместе не длиннее ${maxCost} знаков`
    : null
}
