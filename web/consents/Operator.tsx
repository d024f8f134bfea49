/** The operator of the data and its address (152-ФЗ, art. 9), as far as the school has filled them in. */
export const Operator = ({ operator: { name, address } }: { operator: { name: string; address: string } }) =>
  name || address ? <p>Оператор персональных данных: {[name, address].filter(Boolean).join(', ')}</p> : null
