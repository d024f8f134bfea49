import type { DemoCourse } from '../types.ts'
import { data } from './data.ts'
import { layout } from './layout.ts'
import { postcard } from './postcard.ts'
import { service } from './service.ts'
import { type } from './type.ts'

/** Every course of the demo school, in the order they are shown. */
export const courses: DemoCourse[] = [layout, data, type, service, postcard]
