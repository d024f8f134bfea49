import { dataTasks } from './tasks/data.ts'
import { longTextsTasks } from './tasks/long-texts.ts'
import { orderTasks } from './tasks/order.ts'
import { posterTasks } from './tasks/poster.ts'
import { typeTasks } from './tasks/type.ts'
import type { DemoTask } from './types.ts'

/** Every task of every student. */
export const tasks: DemoTask[] = [...orderTasks, ...posterTasks, ...longTextsTasks, ...dataTasks, ...typeTasks]
