import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { importing } from '#server/imports/imports.fixture.ts'
import {
  element,
  importingMoodle,
  moodleActivity,
  moodleBackup,
  moodleFile,
  moodleQuestion,
  questionBank,
  questionList,
} from '#server/imports/moodle.fixture.ts'
import { zipOf } from '#server/scorm/scorm.factory.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const teacher = await app.signedIn({ role: 'teacher' })
const { run } = importing(app)
const { imported, get } = importingMoodle(app, teacher)

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#256af4' } })
  .png()
  .toBuffer()

const quizzesOf = async (lessonId: number) => (await get(`/api/lessons/${lessonId}/quizzes`)).quizzes

/** A slot of a quiz of Moodle 4, by the place of its question in the bank. */
const slot = (place: number, maxmark = 1) =>
  element('question_instance', place + 1, {
    slot: place + 1,
    maxmark: maxmark.toFixed(7),
    question_reference: [`<questionbankentryid>${500 + place}</questionbankentryid><version>$@NULL@$</version>`],
  })

const quizOf = async (questions: string[], values = {}) => {
  const made = await imported({
    questions: questionBank(questions),
    activities: [
      moodleActivity(1, 'quiz', 'Проверка', {
        attempts_number: 2,
        question_instances: questions.map((_, place) => slot(place)),
        ...values,
      }),
    ],
  })
  const quizzes = await quizzesOf(made.lesson_ids[0])
  return { made, quizzes, questions: quizzes.flatMap((quiz: { questions: object[] }) => quiz.questions) }
}

describe('a quiz of Moodle', () => {
  it('keeps the questions that mean the same here', async () => {
    const { made, quizzes, questions } = await quizOf(
      [
        moodleQuestion(1, 'multichoice', {
          answers: [
            ['<p>да</p>', 1],
            ['нет', 0],
            ['почти', 0.5],
          ],
          own: '<multichoice><single>1</single></multichoice>',
        }),
        moodleQuestion(2, 'multichoice', {
          answers: [
            ['а', 0.5],
            ['б', 0.5],
            ['в', -1],
          ],
          own: '<multichoice><single>0</single></multichoice>',
        }),
        moodleQuestion(3, 'truefalse', {
          answers: [
            ['True', 0],
            ['False', 1],
          ],
          own: '<truefalse><trueanswer>300</trueanswer></truefalse>',
        }),
        moodleQuestion(4, 'shortanswer', {
          answers: [
            ['a < b', 1],
            ['кег*', 1],
            ['*', 0],
          ],
        }),
        moodleQuestion(5, 'numerical', {
          answers: [['3,14', 1]],
          own: '<numerical_records><numerical_record><answer>500</answer><tolerance>0.01</tolerance></numerical_record></numerical_records>',
        }),
        moodleQuestion(6, 'match', {
          own: `<matches>${[
            ['<p>кот</p>', 'мяу'],
            ['пёс', 'гав'],
            ['', 'му'],
          ]
            .map(([questiontext = '', answertext = ''], id) => element('match', id, { questiontext, answertext }))
            .join('')}</matches>`,
        }),
        moodleQuestion(7, 'ordering', {
          answers: [
            ['второй', 2],
            ['первый', 1],
          ],
          own: '<ordering><selecttype>0</selecttype></ordering>',
        }),
        moodleQuestion(8, 'ddwtos', {
          text: '<p>Кот [[2]] на [[1]], [[2]]</p>',
          answers: [
            ['ковре', 0],
            ['сидел', 0],
            ['лишний', 0],
          ],
        }),
        moodleQuestion(9, 'multianswer', {
          text: 'Пять — {#1}, цвет — {#2}',
          own: '<multianswer><sequence>91,92</sequence></multianswer>',
        }),
        moodleQuestion(91, 'shortanswer', {
          parent: 9,
          answers: [
            ['5', 1],
            ['пять', 1],
          ],
        }),
        moodleQuestion(92, 'multichoice', {
          parent: 9,
          answers: [
            ['красный', 1],
            ['синий', 0],
          ],
          own: '<multichoice><single>1</single></multichoice>',
        }),
      ],
      { question_instances: Array.from({ length: 9 }, (_, place) => slot(place, place === 1 ? 2.5 : 1)) },
    )
    expect(quizzes).toMatchObject([{ title: 'Проверка', attempts: 2, shuffle: false }])
    const option = (text: string, correct: boolean) => expect.objectContaining({ text, correct })
    expect(questions).toMatchObject([
      {
        kind: 'single',
        text: 'Текст 1',
        explanation: 'Почему 1',
        options: [option('да', true), option('нет', false), option('почти', false)],
      },
      { kind: 'multiple', points: 2.5, options: [option('а', true), option('б', true), option('в', false)] },
      { kind: 'single', options: [option('Верно', false), option('Неверно', true)] },
      { kind: 'text', accepted: ['a < b'] },
      { kind: 'number', value: 3.14, tolerance: 0.01 },
      {
        kind: 'match',
        pairs: [
          { left: 'кот', right: 'мяу' },
          { left: 'пёс', right: 'гав' },
        ],
      },
      { kind: 'order', items: [{ text: 'первый' }, { text: 'второй' }] },
      {
        kind: 'gaps',
        text: 'Кот [[1]] на [[2]], [[3]]',
        gaps: [{ accepted: ['сидел'] }, { accepted: ['ковре'] }, { accepted: ['сидел'] }],
      },
      {
        kind: 'gaps',
        text: 'Пять — [[1]], цвет — [[2]]',
        gaps: [{ accepted: ['5', 'пять'] }, { accepted: ['красный'] }],
      },
    ])
    expect(made.warnings).toEqual([
      'Урок «Проверка»: баллы за частично верные ответы не перенесены: «Вопрос 1».',
      'Урок «Проверка»: ответы со звёздочкой не перенесены: «Вопрос 4».',
      'Урок «Проверка»: лишние варианты без пары не перенесены: «Вопрос 6».',
      'Урок «Проверка»: слова здесь вписывают, а не выбирают из списка: «Вопрос 8», «Вопрос 9».',
    ])
  })

  it('lists the questions that do not fit by their names', async () => {
    const random = element('question_instance', 7, {
      slot: 7,
      question_set_reference: ['<filtercondition>{}</filtercondition>'],
    })
    const { made, questions } = await quizOf(
      [
        moodleQuestion(1, 'essay', { name: 'Сочинение' }),
        moodleQuestion(2, 'ddmarker', { name: 'Карта' }),
        moodleQuestion(3, 'shortanswer', { answers: [['*', 1]] }),
        moodleQuestion(4, 'numerical', {
          answers: [
            ['1', 1],
            ['2', 1],
          ],
        }),
        moodleQuestion(5, 'description', { text: '<p>Прочтите</p>' }),
        moodleQuestion(6, 'ddwtos', { text: '[[7]]', answers: [['а', 0]] }),
        moodleQuestion(8, 'constructor'),
      ],
      { question_instances: [...[0, 1, 2, 3, 4, 5, 6].map((place) => slot(place)), random, slot(90)], timelimit: 600 },
    )
    expect(questions).toEqual([])
    expect((await get(`/api/lessons/${made.lesson_ids[0]}`)).lesson.content).toBe('<p>Прочтите</p>')
    expect(made.warnings.map((warning: string) => warning.replace('Урок «Проверка»: ', ''))).toEqual([
      'ограничение времени теста не перенесено.',
      'случайные вопросы не перенесены.',
      'некоторых вопросов в копии нет.',
      'не перенесены вопросы (эссе): «Сочинение».',
      'не перенесены вопросы (маркеры на картинке): «Карта».',
      'не перенесены вопросы (верный ответ задан шаблоном со звёздочкой): «Вопрос 3».',
      'не перенесены вопросы (верное число не одно): «Вопрос 4».',
      'не перенесены вопросы (Заполните это поле): «Вопрос 6».',
      'не перенесены вопросы (вид «constructor»): «Вопрос 8».',
      'в тесте не осталось вопросов.',
    ])
  })

  it('names the first of many questions that do not fit', async () => {
    const { made } = await quizOf(Array.from({ length: 7 }, (_, place) => moodleQuestion(place + 1, 'essay')))
    expect(made.warnings[0]).toMatch(/\(эссе\): «Вопрос 1», .*«Вопрос 5» и ещё 2\.$/)
  })

  it.each([
    [
      '3',
      {
        question_instances: [12, 11].map((id, place) =>
          element('question_instance', id, { slot: place + 1, questionid: id, maxmark: '3' }),
        ),
      },
    ],
    [
      '2',
      {
        questions: '12,0,11,0',
        question_instances: [11, 12].map((id) => element('question_instance', id, { question: id, grade: '3' })),
      },
    ],
  ])('of Moodle %s is read, too, from a ZIP', async (_, values) => {
    const ask = (id: number) =>
      moodleQuestion(id, 'shortanswer', {
        answers: [[`ответ ${id}`, 1]],
        text: '<p>Где <img src="@@PLUGINFILE@@/q.png" alt=""></p>',
      })
    const backup = moodleBackup({
      questions: questionList([ask(11), ask(12)]),
      activities: [moodleActivity(1, 'quiz', 'Старый', values)],
      files: [moodleFile(7, 'question', 'questiontext', 'q.png', { itemid: 12, bytes: picture })],
    })
    const made = await run(teacher, 'moodle', { bytes: await zipOf(backup), name: 'старая.mbz' })
    const [quiz] = await quizzesOf(made.lesson_ids[0])
    expect(quiz.questions).toMatchObject([
      { accepted: ['ответ 12'], points: 3 },
      { accepted: ['ответ 11'], points: 3 },
    ])
    expect((await get(`/api/lessons/${made.lesson_ids[0]}`)).lesson.content).toMatch(
      /<p>К вопросу 1:<\/p><p><img src="\/files\//,
    )
    expect(made.warnings).toEqual(['Урок «Старый»: нет картинки «q.png».'])
  })
})
