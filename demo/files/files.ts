import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { airChart, axisChart, breadChart, delaysChart, tramChart } from '#demo/drawings/charts.ts'
import { libraryLogo, museumSigns, signLetters, spacingScheme } from '#demo/drawings/letterings.ts'
import { facade, printingShop } from '#demo/drawings/places.ts'
import * as posters from '#demo/drawings/posters.ts'
import * as projectDrawings from '#demo/drawings/projects.ts'
import * as schemes from '#demo/drawings/schemes.ts'
import * as screens from '#demo/drawings/screens.ts'
import { airSketches, logoSketches, signSketch } from '#demo/drawings/sketches.ts'
import { projectFolder } from '#server/project-folder.ts'
import { admissionRules, signHeight } from './documents.ts'
import { cherryPage, longreadPage, longreadStart } from './pages.ts'
import { programmePapers } from './programme-papers.ts'
import { schoolPapers, signatureOf } from './school-papers.ts'
import { purchases, purchasesDiary, tramDelays, tramShares } from './tables.ts'

/** A file of the demo school; texts refer to it by key, such as `/files/{{poster}}`. */
export interface DemoFile {
  key: string
  /** Key of its uploader. */
  by: string
  name: string
  make: () => Buffer | Promise<Buffer>
}

/** A drawing as a small picture: the first start of a site waits for all of them. */
const png =
  (draw: () => string, widest = 800) =>
  () =>
    sharp(Buffer.from(draw())).resize({ width: widest, withoutEnlargement: true }).png().toBuffer()

const poster = (draw: () => string) => png(draw, 480)

const committed = (path: string) => () => readFile(join(projectFolder, 'demo', 'files', path))

const file = (key: string, by: string, name: string, make: DemoFile['make']): DemoFile => ({ key, by, name, make })

const ofLessons = [
  file('step-scheme', 'vera', 'Шаг карточки.png', png(schemes.stepScheme)),
  file('distances-scheme', 'vera', 'Три расстояния.png', png(schemes.distancesScheme)),
  file('levels-scheme', 'vera', 'С иерархией и без.png', png(schemes.levelsScheme)),
  file('grid-scheme', 'vera', 'Двенадцать колонок.png', png(schemes.gridScheme, 1248)),
  file('longread-start', 'vera', 'Заготовка лонгрида.zip', longreadStart),
  file('narrow-film', 'vera', 'Страница сужается.mp4', committed('film/narrow-page.mp4')),
  file('narrow-captions', 'vera', 'Страница сужается.vtt', committed('film/narrow-page.vtt')),
  file('themes-scheme', 'vera', 'Две темы.png', png(schemes.themesScheme)),
  file('tram-delays', 'roman', 'trams.csv', tramDelays),
  file('delays-chart', 'roman', 'Опоздания.png', png(delaysChart)),
  file('axis-chart', 'roman', 'Отрезанная ось.png', png(axisChart)),
  file('letter-scheme', 'vera', 'Части букв.png', png(schemes.letterScheme)),
  file('spacing-scheme', 'vera', 'Песок между буквами.png', png(spacingScheme)),
]

const ofPosters = [
  file('cherry-poster', 'ilya', 'Вишнёвый сад.png', poster(posters.cherryPoster)),
  file('cherry-page', 'ilya', 'vishnevy-sad.zip', cherryPage),
  file('inspector-poster', 'maria', 'Ревизор.png', poster(posters.inspectorPoster)),
  file('sloping-tram-poster', 'timur', 'Трамвай 1.png', poster(posters.slopingTramPoster)),
  file('tram-poster', 'timur', 'Трамвай 3.png', poster(posters.tramPoster)),
  file('empty-seagull-poster', 'sofya', 'Чайка, точка.png', poster(posters.emptySeagullPoster)),
  file('large-seagull-poster', 'sofya', 'Чайка, буква.png', poster(posters.largeSeagullPoster)),
  file('robot-poster', 'artyom', 'rur.png', poster(posters.robotPoster)),
  file('bird-poster', 'anna', 'Синяя птица.png', poster(posters.birdPoster)),
  file('bottom-poster', 'dmitry', 'На дне.png', poster(posters.bottomPoster)),
]

const ofTasks = [
  file('longread-screen', 'ilya', 'На мониторе.png', png(screens.longreadScreen, 960)),
  file('longread-phone', 'ilya', 'На телефоне.png', png(screens.longreadPhone)),
  file('longread-phone-mended', 'ilya', 'На телефоне, поля 16.png', png(screens.mendedLongreadPhone)),
  file('longread-page', 'ilya', 'staraya-liniya.zip', longreadPage),
  file('experiment-screen', 'pavel', 'Планшет.png', png(screens.experimentScreen)),
  file('printing-shop', 'dmitry', 'Пустой цех.jpg', printingShop),
  file('logo-sketches', 'ekaterina', 'Тридцать набросков.jpg', logoSketches),
  file('library-logo', 'ekaterina', 'Знак.png', png(libraryLogo)),
  file('sign-facade', 'gleb', 'Фасад с линиями.jpg', facade),
  file('sign-sketch', 'gleb', 'Эскиз 1 к 10.jpg', signSketch),
  file('sign-height', 'gleb', 'Расчёт высоты буквы.pdf', signHeight),
  file('air-sketches', 'zarina', 'Три наброска.jpg', airSketches),
  file('air-chart', 'zarina', 'Воздух по часам.png', png(airChart)),
  file('purchases', 'artyom', 'purchases-clean.csv', purchases),
  file('purchases-diary', 'artyom', 'Дневник правок.txt', purchasesDiary),
  file('tram-shares', 'timur', 'tram-shares.csv', tramShares),
  file('tram-chart', 'timur', 'Доля жителей у трамвая.png', png(tramChart)),
]

const ofProjects = [
  file('cards-screen', 'ilya', 'Три карточки.png', png(screens.cardsScreen)),
  file('name-forms', 'alexandra', 'Две формы.png', png(projectDrawings.nameForms)),
  file('sky-screen', 'pavel', 'Опыт с небом.png', png(projectDrawings.skyScreen)),
  file('board-postcard', 'gleb', 'Открытка.png', png(projectDrawings.boardPostcard)),
  file('chair-spread', 'gleb', 'Разворот со стулом.png', png(projectDrawings.chairSpread)),
  file('turn-frames', 'timur', 'Четыре снимка.png', png(projectDrawings.turnFrames)),
  file('reading-posters', 'ekaterina', 'Афиши на стене.png', png(projectDrawings.readingPosters)),
  file('water-poster', 'dmitry', 'День города.png', poster(projectDrawings.waterPoster)),
  file('tea-labels', 'maria', 'Шесть ярлыков.png', png(projectDrawings.teaLabels)),
  file('barber-sign', 'anna', 'Вывеска до и после.png', png(projectDrawings.barberSign)),
  file('bread-chart', 'lev', 'Цена хлеба.png', png(breadChart)),
  file('sign-letters', 'maria', 'Алфавит на стекле.png', png(signLetters)),
  file('museum-signs', 'anna', 'Указатели.png', png(museumSigns)),
]

const ofOrganisation = [
  file('admission-rules', 'olga', 'Правила приёма обучающихся.pdf', admissionRules),
  file('admission-rules-sig', 'olga', 'Правила приёма обучающихся.pdf.sig', signatureOf(admissionRules)),
  file('old-admission-rules', 'olga', 'Правила приёма, 2021.pdf', schoolPapers['old-admission-rules']),
  file('charter', 'olga', 'Устав.pdf', schoolPapers.charter),
  file('license', 'olga', 'Выписка из реестра лицензий.pdf', schoolPapers.license),
  file('student-rules', 'olga', 'Правила распорядка обучающихся.pdf', schoolPapers['student-rules']),
  file('work-rules', 'olga', 'Правила трудового распорядка.pdf', schoolPapers['work-rules']),
  file('schedule', 'olga', 'Режим занятий.pdf', schoolPapers.schedule),
  file('assessment', 'olga', 'Текущий контроль и аттестация.pdf', schoolPapers.assessment),
  file('transfer', 'olga', 'Перевод, отчисление, восстановление.pdf', schoolPapers.transfer),
  file('relations', 'olga', 'Отношения с обучающимися.pdf', schoolPapers.relations),
  file('self-report', 'olga', 'Самообследование за 2025 год.pdf', schoolPapers['self-report']),
  file('self-report-sig', 'olga', 'Самообследование за 2025 год.pdf.sig', signatureOf(schoolPapers['self-report'])),
  file('calendar', 'olga', 'Календарный учебный график.pdf', schoolPapers.calendar),
  file('methodology', 'olga', 'Методические материалы.pdf', schoolPapers.methodology),
  file('languages', 'olga', 'Языки обучения.pdf', schoolPapers.languages),
  file('admission-results', 'olga', 'Результаты приёма.pdf', schoolPapers['admission-results']),
  file('transfer-results', 'olga', 'Результаты перевода.pdf', schoolPapers['transfer-results']),
  file('unit-rules', 'olga', 'Положение о подразделениях.pdf', schoolPapers['unit-rules']),
  file('paid-services', 'olga', 'Порядок платных услуг.pdf', schoolPapers['paid-services']),
  file('contract-sample', 'olga', 'Образец договора.pdf', schoolPapers['contract-sample']),
  file('contract-sample-sig', 'olga', 'Образец договора.pdf.sig', signatureOf(schoolPapers['contract-sample'])),
  file('estimate', 'olga', 'Смета на 2026 год.pdf', schoolPapers.estimate),
  ...programmePapers.map(({ key, title, make }) => file(key, 'olga', `${title}.pdf`, make)),
]

/** Every file of the demo school. */
export const demoFiles: DemoFile[] = [...ofLessons, ...ofPosters, ...ofTasks, ...ofProjects, ...ofOrganisation]
