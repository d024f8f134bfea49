/**
 * The fields whose values differ from those before, as JSON. A form that sends only them leaves alone what a colleague
 * has saved in the others meanwhile.
 */
export const changesOf = <Body extends object>(body: Body, before: Body): Partial<Body> =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Body]),
    ),
  ) as Partial<Body>
