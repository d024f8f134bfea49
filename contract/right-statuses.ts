/** Status of the response to a call, in the order of `people` of `contract/rights.ts`. */
export type Statuses = [
  guest: number,
  stranger: number,
  student: number,
  otherTeacher: number,
  teacher: number,
  curator: number,
]
