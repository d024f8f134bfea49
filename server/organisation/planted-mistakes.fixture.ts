import type { Finding } from '#contract/organisation/self-check.schema.ts'
import {
  prop,
  renamed,
  replaced,
  unmarked,
  unmarkedOnce,
  withMore,
  without,
  withText,
} from '#server/organisation/plant-mistake.fixture.ts'

/** A change of served pages, and what the self-check has to report: this, and nothing else. */
export interface PlantedMistake {
  mistake: string
  /** The page, or an address outside the section. */
  on: string
  /** The served HTML with the mistake; null for a missing page. */
  change: (html: string) => string | null
  /** Only at this address; at all addresses of the page by default. */
  only?: string
  /** Names that are reported, by `container name` or `name`, with the finding and text of the advice. */
  names?: Record<string, [Finding, RegExp]>
  /** Every name of the page is reported like this. */
  everyName?: [Finding, RegExp]
  /** Text of the reported faults. */
  faults?: RegExp[]
}

const rows = (html: string) => html.replaceAll(` ${prop('rucovodstvo')}`, '')

const inRucovodstvo = (finding: Finding, advice: RegExp): PlantedMistake['names'] =>
  Object.fromEntries(['fio', 'post', 'telephone', 'email'].map((name) => [`rucovodstvo ${name}`, [finding, advice]]))

const names: PlantedMistake[] = [
  {
    mistake: 'a name that is not there',
    on: 'common',
    change: unmarked('fullName'),
    names: { fullName: ['missing', /нет/] },
  },
  {
    mistake: 'a name in another case',
    on: 'common',
    change: renamed('fullName', 'fullname'),
    names: { fullName: ['missing', /опечатк.*«fullname».*«fullName»/] },
  },
  {
    mistake: 'a name that is spelt as in English',
    on: 'education',
    change: renamed('educationShedule', 'educationSchedule'),
    names: { 'eduOp educationShedule': ['missing', /«educationSchedule»/] },
  },
  {
    mistake: 'a space before a name',
    on: 'common',
    change: renamed('workTime', ' workTime'),
    names: { workTime: ['missing', /опечатк/] },
  },
  {
    mistake: 'a Russian letter in a name',
    on: 'common',
    change: renamed('telephone', 'tеlephone'),
    names: { telephone: ['missing', /опечатк/] },
  },
  {
    mistake: 'two names on one element',
    on: 'document',
    change: (html) => unmarked('localActOrder')(renamed('localActStud', 'localActStud localActOrder')(html)),
    names: {
      localActStud: ['missing', /несколько имён/],
      localActOrder: ['missing', /несколько имён/],
    },
    faults: [/несколько имён \(«localActStud localActOrder»\)/],
  },
  {
    mistake: 'the name of a row on the whole table',
    on: 'managers',
    change: (html) => rows(html).replace(/<table/, `<table ${prop('rucovodstvo')}`),
    names: { rucovodstvo: ['misplaced', /<table>.*<tr>/] },
  },
  {
    mistake: 'rows without their name',
    on: 'managers',
    change: rows,
    names: { rucovodstvo: ['missing', /нет/], ...inRucovodstvo('misplaced', /вне строки rucovodstvo/) },
  },
  {
    mistake: 'a name beside its row',
    on: 'inter',
    change: (html) => withMore(`<p ${prop('dogReg')}>Договор</p>`)(unmarked('dogReg')(html)),
    names: { 'internationalDog dogReg': ['misplaced', /вне строки internationalDog/] },
  },
  {
    mistake: 'a name beside its row and inside of it',
    on: 'inter',
    change: withMore(`<p ${prop('dogReg')}>Договор</p>`),
    faults: [/Имя dogReg стоит и там, где ему не место/],
  },
  {
    mistake: 'a row without one of its names',
    on: 'employees',
    change: unmarkedOnce('specExperience'),
    names: { 'teachingStaff specExperience': ['missing', /нет в 1 из 2/] },
  },
  {
    mistake: 'a name twice in one row',
    on: 'employees',
    change: replaced('specExperience', (cell) => cell + cell),
    names: { 'teachingStaff specExperience': ['found', /2\u00a0раза/] },
  },
  {
    mistake: 'a name of the page twice',
    on: 'common',
    change: withMore(`<p ${prop('address')}>Москва</p>`),
    names: { address: ['found', /2\u00a0раза/] },
  },
  {
    mistake: 'a name of the page inside of a row',
    on: 'common',
    change: (html) =>
      unmarked('workTime')(html).replace(
        new RegExp(`(<tr[^>]*${prop('uchredLaw')}[^>]*>)`),
        `$1<td ${prop('workTime')}>Ежедневно</td>`,
      ),
    names: { workTime: ['misplaced', /внутри uchredLaw/] },
  },
  {
    mistake: 'names deeper than one level',
    on: 'inter',
    change: (html) => html.replace(/<table/, `<table ${prop('internationalDog')}`),
    names: {
      internationalDog: ['misplaced', /<table>|глубже/],
      'internationalDog stateName': ['misplaced', /глубже/],
      'internationalDog orgName': ['misplaced', /глубже/],
      'internationalDog dogReg': ['misplaced', /глубже/],
    },
  },
]

const seen: PlantedMistake[] = [
  ...[
    ['the attribute hidden', 'hidden', /hidden/],
    ['aria-hidden', 'aria-hidden="true"', /aria-hidden/],
    ['a class that hides', 'class="d-none"', /класс d-none/],
    ['a style that hides', 'style="display: none"', /стиль/],
  ].map(
    ([mistake, attributes, advice]): PlantedMistake => ({
      mistake: mistake as string,
      on: 'catering',
      // the first attribute of a name counts, or the page's own class would win
      change: replaced('health', (cell) => cell.replace(/<td[^>]*>/, `<td ${prop('health')} ${attributes as string}>`)),
      names: { health: ['hidden', advice as RegExp] },
    }),
  ),
  {
    mistake: 'a hidden element around',
    on: 'budget',
    change: replaced('finBFVolume', (cell) => `</tr></tbody><tbody hidden><tr>${cell}</tr></tbody><tbody><tr>`),
    names: { finBFVolume: ['hidden', /hidden/] },
  },
  ...['template', 'noscript'].map(
    (tag): PlantedMistake => ({
      mistake: `a name in <${tag}>`,
      on: 'common',
      change: replaced('email', (cell) => `<${tag}>${cell}</${tag}>`),
      names: { email: ['hidden', new RegExp(tag)] },
    }),
  ),
  {
    mistake: 'a name in what nobody sees: <meta>',
    on: 'common',
    change: replaced('shortName', () => `<td><meta ${prop('shortName')} content="АНО"></td>`),
    names: { shortName: ['hidden', /meta/] },
  },
]

const values: PlantedMistake[] = [
  {
    mistake: 'nothing under a name',
    on: 'common',
    change: withText('workTime', ' '),
    names: { workTime: ['empty', /пусто/] },
  },
  {
    mistake: 'a required name with «отсутствует»',
    on: 'common',
    change: withText('workTime', 'Отсутствует.'),
    names: { workTime: ['empty', /Закон просит.*«Отсутствует\.»/] },
  },
  {
    mistake: 'a date in words',
    on: 'common',
    change: withText('regDate', '2 сентября 2019 года'),
    names: { regDate: ['found', /01\.09\.2020/] },
  },
  {
    mistake: 'a number in words',
    on: 'budget',
    change: withText('finPVolume', 'двенадцать'),
    names: { finPVolume: ['found', /число/] },
  },
  {
    mistake: 'text in the place of a document',
    on: 'eduStandarts',
    change: (html) =>
      unmarked('eduStandartDoc')(html).replace(
        /<\/article>/,
        `<p ${prop('eduStandartDoc')}>Стандарт утверждён</p></article>`,
      ),
    names: { eduStandartDoc: ['found', /ссылка на документ/] },
  },
]

/** A value that has the right form and cannot be true. */
const untrue = (on: string, name: string, value: string, advice: RegExp): PlantedMistake => ({
  mistake: `${name} with the value ${value}`,
  on,
  change: replaced(name.split(' ').at(-1) as string, (element) => element.replace(/>[\s\S]*</, `>${value}<`)),
  names: { [name]: ['found', advice] },
})

const contents: PlantedMistake[] = [
  untrue('common', 'regDate', '01.09.2199', /ещё не наступил/),
  untrue('common', 'regDate', '31.02.2019', /нет в календаре/),
  untrue('common', 'email', 'school(at)example.ru', /не похоже на адрес почты: «school\(at\)example\.ru»/),
  untrue('common', 'telephone', 'звоните утром', /не похоже на номер телефона/),
  untrue('common', 'telephone', '112', /не похоже на номер телефона/),
  untrue('employees', 'teachingStaff specExperience', '-3', /Меньше нуля лет/),
  untrue('employees', 'teachingStaff specExperience', '300', /не работают/),
  untrue('employees', 'teachingStaff specExperience', 'много', /числом/),
  untrue('budget', 'volume finYear', '2199', /год ещё не наступил/),
  untrue('budget', 'finPVolume', '-12,5', /Меньше нуля/),
  untrue('managers', 'rucovodstvo telephone', 'отсутствует', /нет в 1 из 2/),
  untrue('managers', 'rucovodstvo email', 'отсутствует', /нет в 1 из 2/),
]

const structure: PlantedMistake[] = [
  { mistake: 'no menu of the section', on: 'vacant', change: without('nav'), faults: [/Нет меню раздела/] },
  {
    mistake: 'a menu that does not mark the current page',
    on: 'vacant',
    change: (html) => html.replaceAll(' aria-current="page"', ''),
    faults: [/не отмечает текущую/],
  },
  {
    mistake: 'a menu that marks another page as current',
    on: 'vacant',
    change: (html) =>
      html
        .replaceAll(' aria-current="page"', '')
        .replaceAll('href="/organisation/page2"', 'href="/organisation/page2" aria-current="page"'),
    faults: [/не отмечает текущую/],
  },
  {
    mistake: 'a menu without a page',
    on: 'vacant',
    change: (html) => html.replaceAll('href="/organisation/page13"', 'href="/"'),
    faults: [/нет страниц: «Организация питания/],
  },
  ...['minobrnauki.gov.ru', 'edu.gov.ru'].map(
    (host): PlantedMistake => ({
      mistake: `no link to ${host}`,
      on: 'grants',
      change: (html) => html.replaceAll(`https://${host}`, 'https://example.ru'),
      faults: [new RegExp(`Нет ссылки на сайт.*\\(${host}\\)`)],
    }),
  ),
  {
    mistake: 'no heading',
    on: 'grants',
    change: (html) => html.replace(/<h1[^>]*>([^<]*)<\/h1>/, '<p>$1</p>'),
    faults: [/Нет заголовка/],
  },
  {
    mistake: 'two headings',
    on: 'grants',
    change: withMore('<h1>Ещё заголовок</h1>'),
    faults: [/Заголовков h1 на странице 2/],
  },
  {
    mistake: 'another heading',
    on: 'grants',
    change: (html) => html.replace(/(<h1[^>]*>)[^<]*/, '$1Стипендии'),
    faults: [/«Стипендии», а по приказу/],
  },
]

const links: PlantedMistake[] = [
  {
    mistake: 'a link without text',
    on: 'document',
    change: withText('ustavDocLink', 'Скачать'),
    faults: [/без слов о том, куда она ведёт: \/files\//],
  },
  {
    mistake: 'a file whose format is not named',
    on: 'struct',
    change: (html) => html.replace(/PDF/, ''),
    faults: [/«Положение» не назван его вид/],
  },
  {
    mistake: 'a file that does not open',
    on: 'document',
    change: (html) => html.replaceAll(/href="\/files\/[0-9a-f]+"/g, `href="/files/${'0'.repeat(32)}"`),
    faults: [/Файл по ссылке \/files\/0{32} не открывается/],
  },
  {
    mistake: 'a further page that is not there',
    on: 'paid_edu',
    change: (html) => html.replace(/"\/documents\/privacy" itemprop/, '"/documents/none" itemprop'),
    faults: [/Дополнительная страница \/documents\/none не открывается: ответ 404/, /ссылке \/documents\/none/],
  },
  {
    mistake: 'a further page of another site',
    on: 'paid_edu',
    change: (html) => html.replace(/"\/documents\/privacy" itemprop/, '"https://example.ru/more" itemprop'),
    faults: [/https:\/\/example\.ru\/more не на этом сайте/],
  },
  {
    mistake: 'a further page that is a file: it is not even read',
    on: 'common',
    change: (html) => html.replace(/"\/documents\/privacy" itemprop/, '"/files/film.mp4" itemprop'),
    faults: [/film\.mp4 не открывается: это не страница HTML/, /не назван его вид/, /Файл по ссылке .*film\.mp4/],
  },
  {
    mistake: 'more further pages than the robot reads',
    on: 'paid_edu',
    change: withMore(`<a href="/documents/privacy" ${prop('addRef')}>Подробности о ценах</a>`.repeat(10)),
    faults: [/Дополнительных страниц 11/],
  },
]

const addresses: PlantedMistake[] = [
  {
    mistake: 'a page that is not there',
    on: 'objects',
    only: '/sveden/objects',
    change: () => null,
    everyName: ['missing', /не открылась/],
    faults: [/Страница \/sveden\/objects не открывается: ответ 404/],
  },
  {
    mistake: 'no answer with a slash',
    on: 'objects',
    only: '/sveden/objects/',
    change: () => null,
    faults: [/Страница \/sveden\/objects\/ не открывается: ответ 404/],
  },
  {
    mistake: 'other names at the other address',
    on: 'objects',
    only: '/organisation/page7',
    change: unmarked('techOvz'),
    faults: [/На странице \/organisation\/page7 другая разметка/],
  },
]

const mainPage: PlantedMistake[] = [
  {
    mistake: 'a main page that does not lead to the section',
    on: '/',
    change: (html) => html.replaceAll(/href="\/(organisation|sveden)[^"]*"/g, 'href="/projects"'),
    faults: [/На главной странице нет ссылки/, /В меню главной страницы/],
  },
  {
    mistake: 'a menu of the main page that does not lead to the section',
    on: '/',
    change: (html) =>
      html
        .replaceAll(/<nav[\s\S]*?<\/nav>/g, (nav) => nav.replaceAll(/href="\/(organisation|sveden)[^"]*"/g, 'href="/"'))
        .replace('</main>', '<p><a href="/organisation">Сведения об организации</a></p></main>'),
    faults: [/В меню главной страницы/],
  },
]

/** All of them; each is planted alone. */
export const plantedMistakes: PlantedMistake[] = [
  ...names,
  ...seen,
  ...values,
  ...contents,
  ...structure,
  ...links,
  ...addresses,
  ...mainPage,
]
