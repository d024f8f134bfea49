import { parseDocument } from 'htmlparser2'

type Node = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<Node, { children: unknown; name: string }>

const isElement = (node: Node): node is Element => 'name' in node && 'children' in node
const childrenOf = (node: Element) => (node.children as Node[]).filter(isElement)
const child = (node: Element, name: string) => childrenOf(node).find((one) => one.name === `m:${name}`)

const textIn = (node: Node): string =>
  node.type === 'text' && 'data' in node
    ? node.data
    : 'children' in node
      ? (node.children as Node[]).map(textIn).join('')
      : ''

/** The value of a property, such as the sign of a sum: `<m:naryPr><m:chr m:val="∏"/></m:naryPr>`. */
const property = (node: Element, name: string) => {
  const properties = childrenOf(node).find((one) => one.name.endsWith('Pr'))
  const found = properties && child(properties, name)
  return found ? (found.attribs['m:val'] ?? '') : undefined
}

const signs: Record<string, string> = {
  '\\': '\\backslash ',
  '{': '\\{',
  '}': '\\}',
  '#': '\\#',
  $: '\\$',
  '%': '\\%',
  '&': '\\&',
  _: '\\_',
  '^': '\\hat{}',
  '~': '\\sim ',
  '×': '\\times ',
  '·': '\\cdot ',
  '÷': '\\div ',
  '±': '\\pm ',
  '∓': '\\mp ',
  '≤': '\\le ',
  '≥': '\\ge ',
  '≠': '\\ne ',
  '≈': '\\approx ',
  '∞': '\\infty ',
  '∈': '\\in ',
  '∉': '\\notin ',
  '∪': '\\cup ',
  '∩': '\\cap ',
  '⊂': '\\subset ',
  '∀': '\\forall ',
  '∃': '\\exists ',
  '→': '\\to ',
  '⇒': '\\Rightarrow ',
  '⇔': '\\Leftrightarrow ',
  '∂': '\\partial ',
  '∇': '\\nabla ',
  '°': '^{\\circ}',
  '…': '\\dots ',
  α: '\\alpha ',
  β: '\\beta ',
  γ: '\\gamma ',
  δ: '\\delta ',
  ε: '\\varepsilon ',
  θ: '\\theta ',
  λ: '\\lambda ',
  μ: '\\mu ',
  π: '\\pi ',
  ρ: '\\rho ',
  σ: '\\sigma ',
  τ: '\\tau ',
  φ: '\\varphi ',
  ω: '\\omega ',
  Δ: '\\Delta ',
  Σ: '\\Sigma ',
  Ω: '\\Omega ',
  Φ: '\\Phi ',
}

/** Words between signs, as whole pieces. */
const words = /([\u0400-\u04ff][\u0400-\u04ff\s]*)/

const signsOf = (text: string) => [...text].map((sign) => signs[sign] ?? sign).join('')

const runText = (text: string) =>
  text
    .normalize('NFKC')
    .split(words)
    .map((piece, place) => (place % 2 === 1 ? `\\text{${piece}}` : signsOf(piece)))
    .join('')

const naries: Record<string, string> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
}
const accents: Record<string, string> = {
  '\u0302': '\\hat',
  '\u0303': '\\tilde',
  '\u0304': '\\bar',
  '\u0305': '\\overline',
  '\u0307': '\\dot',
  '\u0308': '\\ddot',
  '\u20d7': '\\vec',
}
const functions = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim max min sup inf det gcd'.split(' '),
)
const fences: Record<string, string> = {
  '{': '\\{',
  '}': '\\}',
  '⟨': '\\langle ',
  '⟩': '\\rangle ',
  '‖': '\\|',
  '⌊': '\\lfloor ',
  '⌋': '\\rfloor ',
  '⌈': '\\lceil ',
  '⌉': '\\rceil ',
}
const fence = (sign: string) => (sign === '' ? '.' : (fences[sign] ?? sign))

/** Whether everything of a formula was understood. */
interface Reading {
  isWhole: boolean
}

const inside = (node: Element | undefined, reading: Reading): string =>
  node
    ? childrenOf(node)
        .map((one) => latexOf(one, reading))
        .join('')
    : ''

const rows = (node: Element, name: string, reading: Reading) =>
  childrenOf(node)
    .filter((one) => one.name === `m:${name}`)
    .map((row) => inside(row, reading))

type Rule = (node: Element, part: (name: string) => string, reading: Reading) => string

const rules: Record<string, Rule> = {
  // formulas below each other
  oMathPara: (node, _, reading) => {
    const lines = rows(node, 'oMath', reading).filter((line) => line.trim())
    return lines.length > 1 ? `\\begin{gathered}${lines.join(' \\\\ ')}\\end{gathered}` : lines.join('')
  },
  r: (node) =>
    runText(
      childrenOf(node)
        .filter(({ name }) => name === 'm:t')
        .map(textIn)
        .join(''),
    ),
  f: (node, part) => {
    const type = property(node, 'type')
    if (type === 'lin') return `${part('num')}/${part('den')}`
    return type === 'noBar' ? `\\binom{${part('num')}}{${part('den')}}` : `\\frac{${part('num')}}{${part('den')}}`
  },
  sSup: (_, part) => `{${part('e')}}^{${part('sup')}}`,
  sSub: (_, part) => `{${part('e')}}_{${part('sub')}}`,
  sSubSup: (_, part) => `{${part('e')}}_{${part('sub')}}^{${part('sup')}}`,
  sPre: (_, part) => `{}_{${part('sub')}}^{${part('sup')}}{${part('e')}}`,
  rad: (_, part) => {
    // each part is read once: nested ones would take twice as long with every level
    const degree = part('deg')
    return degree ? `\\sqrt[${degree}]{${part('e')}}` : `\\sqrt{${part('e')}}`
  },
  nary: (node, part) => {
    const [sub, sup] = [part('sub'), part('sup')]
    const sign = naries[property(node, 'chr') ?? '∫'] ?? '\\int'
    return `${sign}${sub ? `_{${sub}}` : ''}${sup ? `^{${sup}}` : ''}{${part('e')}}`
  },
  d: (node, _, reading) => {
    const [begin, end] = [property(node, 'begChr') ?? '(', property(node, 'endChr') ?? ')']
    return `\\left${fence(begin)}${rows(node, 'e', reading).join(property(node, 'sepChr') ?? ',')}\\right${fence(end)}`
  },
  func: (_, part) => {
    const name = part('fName').trim()
    return `${functions.has(name) ? `\\${name}` : name} ${part('e')}`
  },
  acc: (node, part) => `${accents[property(node, 'chr') ?? '\u0302'] ?? '\\hat'}{${part('e')}}`,
  bar: (node, part) => `\\${property(node, 'pos') === 'top' ? 'over' : 'under'}line{${part('e')}}`,
  limLow: (_, part) => `\\underset{${part('lim')}}{${part('e')}}`,
  limUpp: (_, part) => `\\overset{${part('lim')}}{${part('e')}}`,
  groupChr: (node, part) => `\\${property(node, 'pos') === 'top' ? 'over' : 'under'}brace{${part('e')}}`,
  m: (node, _, reading) => {
    const lines = childrenOf(node)
      .filter(({ name }) => name === 'm:mr')
      .map((row) => rows(row, 'e', reading).join(' & '))
    return `\\begin{matrix}${lines.join(' \\\\ ')}\\end{matrix}`
  },
  eqArr: (node, _, reading) => `\\begin{aligned}${rows(node, 'e', reading).join(' \\\\ ')}\\end{aligned}`,
}

/** Elements that only hold others. */
const holders = new Set(
  'oMath e num den sup sub deg fName lim box borderBox phant'.split(' ').map((name) => `m:${name}`),
)

const latexOf = (node: Element, reading: Reading): string => {
  const name = node.name.replace(/^m:/, '')
  const rule = rules[name]
  if (rule) return rule(node, (part) => inside(child(node, part), reading), reading)
  if (holders.has(node.name)) return inside(node, reading)
  // properties, and marks of Word
  if (!node.name.endsWith('Pr') && node.name.startsWith('m:')) reading.isWhole = false
  return ''
}

/** A formula of Word (OMML) as LaTeX; null when something in it has no counterpart. */
export const ommlToLatex = (xml: string): string | null => {
  const reading = { isWhole: true }
  const latex = (parseDocument(xml, { xmlMode: true }).children as Node[])
    .filter(isElement)
    .map((node) => latexOf(node, reading))
    .join('')
    .trim()
  return reading.isWhole && latex ? latex : null
}
