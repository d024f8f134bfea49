/** A question of each kind, as it is saved: the first for 2 points, the fourth for 1.5, the others for 1. */
export const everyKind = [
  {
    kind: 'single',
    text: 'Один?',
    points: 2,
    explanation: 'Потому',
    options: [
      { text: 'Да', correct: true },
      { text: 'Нет', correct: false },
    ],
  },
  {
    kind: 'multiple',
    text: 'Много?',
    points: 1,
    explanation: '',
    options: [
      { text: 'А', correct: true },
      { text: 'Б', correct: true },
      { text: 'В', correct: false },
    ],
  },
  { kind: 'text', text: 'Слово?', points: 1, explanation: '', accepted: ['Сетка', 'grid'] },
  { kind: 'number', text: 'Сколько?', points: 1.5, explanation: '', value: 3.14, tolerance: 0.01 },
  {
    kind: 'order',
    text: 'По порядку',
    points: 1,
    explanation: '',
    items: [{ text: 'Раз' }, { text: 'Два' }, { text: 'Три' }],
  },
  {
    kind: 'match',
    text: 'Пары',
    points: 1,
    explanation: '',
    pairs: [
      { left: 'кот', right: 'мяу' },
      { left: 'пёс', right: 'гав' },
    ],
  },
  {
    kind: 'gaps',
    text: 'Дважды [[1]] — [[2]]',
    points: 1,
    explanation: '',
    gaps: [{ accepted: ['два'] }, { accepted: ['четыре', '4'] }],
  },
]
