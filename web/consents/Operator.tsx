/** Who keeps the data and where they are found (152-ФЗ, art. 9), as far as the school has said. */
export const Operator = ({ operator: { name, address } }: { operator: { name: string; address: string } }) =>
  name || address ? <p>Оператор персональных данных: {[name, address].filter(Boolean).join(', ')}</p> : null
