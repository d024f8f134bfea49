/** The settings of the comfort panel; the first value of each is the default, which is not stored. */
export const comfortChoices = [
  {
    name: 'size',
    title: 'Размер текста',
    options: [
      ['', '100 %'],
      ['125', '125 %'],
      ['150', '150 %'],
      ['175', '175 %'],
      ['200', '200 %'],
    ],
  },
  {
    name: 'letters',
    title: 'Между буквами',
    options: [
      ['', 'Обычно'],
      ['wide', 'Шире'],
      ['widest', 'Ещё шире'],
    ],
  },
  {
    name: 'lines',
    title: 'Между строками',
    options: [
      ['', 'Обычно'],
      ['wide', 'Шире'],
      ['widest', 'Ещё шире'],
    ],
  },
  {
    name: 'pictures',
    title: 'Картинки',
    options: [
      ['', 'Показывать'],
      ['off', 'Только описания'],
    ],
  },
  {
    name: 'colours',
    title: 'Цвета',
    options: [
      ['', 'Обычные'],
      ['black-on-white', 'Чёрным по белому'],
      ['white-on-black', 'Белым по чёрному'],
      ['black-on-beige', 'Чёрным по бежевому'],
      ['blue-on-blue', 'Синим по голубому'],
    ],
  },
] as const
