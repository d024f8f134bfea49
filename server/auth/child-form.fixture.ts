/** What a child of ten fills in to register, with addresses that nobody else has. */
export const childForm = () => ({
  name: 'Костя',
  surname: 'Ёлкин',
  email: `${crypto.randomUUID()}@school.example`,
  birth_date: `${new Date().getFullYear() - 10}-01-01`,
  parent_email: `${crypto.randomUUID()}@home.example`,
})
