import type { DemoCertificate } from './types.ts'

/** Certificates of courses from before; one of them with a number as short as they were then. */
export const demoCertificates: DemoCertificate[] = [
  {
    student: 'ilya',
    key: null,
    number: '4TRK-9W2M-0QXA',
    name: 'Илья Соколов',
    course: 'Вёрстка за неделю: летний интенсив',
    issued_on: '2026-08-14',
  },
  {
    student: 'maria',
    key: 'postcard',
    number: '7HQ3-VD8N-J5PC-0M4X-RZ6T-9KWB-2FYE',
    name: 'Мария Ковалёва',
    course: 'Открытка на HTML',
    issued_on: '2026-05-29',
  },
]
