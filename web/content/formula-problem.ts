import { FormulaRefused } from '#web/content/draw-formulas.ts'

const problems: [RegExp, (match: RegExpExecArray) => string][] = [
  [/Undefined control sequence: (\S+)/, ([, command]) => `Нет такой команды: ${command}`],
  [/end of input in a macro argument/, () => 'Формула обрывается: допишите последнюю команду и закройте её скобку'],
  [/Expected '}', got 'EOF'/, () => 'Не хватает закрывающей скобки }'],
  [/Expected 'EOF', got '}'/, () => 'Лишняя закрывающая скобка }'],
  [/Expected 'EOF', got '([&#])'/, ([, sign]) => `Знак ${sign} пишется так: \\${sign}`],
  [/Expected '\\right'/, () => 'После \\left нужна пара: \\right и скобка'],
  [/got '\\right'/, () => 'Перед \\right нужна пара: \\left и скобка'],
  [/Double superscript/, () => 'Два верхних индекса подряд: возьмите их в скобки {}'],
  [/Double subscript/, () => 'Два нижних индекса подряд: возьмите их в скобки {}'],
  [/Expected group after '(.)'/, ([, sign]) => `После ${sign} должно что-то стоять`],
  [/Expected group as argument to '\\right'/, () => 'После \\right нужна скобка или точка'],
  [/Mismatch: (\S+) matched by (\S+)/, ([, from, to]) => `${from} закрыто как ${to}`],
  [/No such environment: (\S+)/, ([, name]) => `Нет такого окружения: ${name}`],
  [/or \\end/, () => 'Не хватает \\end{…}'],
  [/Can't use function '\$'/, () => 'Знаки $ вокруг формулы здесь не нужны'],
  [/Can't use function '(.+?)' in text mode/, ([, command]) => `${command} не работает внутри \\text{…}`],
  [/valid only within array/, () => 'Эта команда работает только внутри таблиц и матриц'],
  [/Too many expansions/, () => 'Формула слишком запутанная: в ней слишком много подстановок'],
]

/** What KaTeX finds wrong with a formula, as text for its writer. */
export const formulaProblem = (error: unknown) => {
  if (error instanceof FormulaRefused) return error.message
  const message = error instanceof Error ? error.message : ''
  for (const [pattern, text] of problems) {
    const match = pattern.exec(message)
    if (match) return text(match)
  }
  const place = /at position (\d+)/.exec(message)?.[1]
  return place ? `Не получается прочитать формулу около ${place}-го знака` : 'Не получается прочитать формулу до конца'
}
