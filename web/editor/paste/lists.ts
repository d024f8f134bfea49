const isList = (element: Element | null): element is Element => element !== null && /^(UL|OL)$/.test(element.nodeName)

/** A list that is beside the items of another belongs to the item before it. */
const nestLists = (body: Element) => {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const before = list.previousElementSibling
    if (before?.nodeName === 'LI') before.append(list)
    else {
      const item = list.ownerDocument.createElement('li')
      list.replaceWith(item)
      item.append(list)
    }
  }
}

/** Items with a box to tick, as Google Docs and many pages write them. */
export const checkLists = (body: Element) => {
  for (const item of body.querySelectorAll('li')) {
    const box = item.querySelector(':scope > input[type="checkbox"], :scope > label > input[type="checkbox"]')
    const role = item.getAttribute('role') === 'checkbox' ? item : item.querySelector(':scope > [role="checkbox"]')
    const list = item.parentElement
    if ((!box && !role) || !isList(list)) continue
    const checked = box ? box.hasAttribute('checked') : role?.getAttribute('aria-checked') === 'true'
    item.setAttribute('data-checked', String(checked))
    list.setAttribute('data-type', 'taskList')
  }
}

/** Lists as they should have been: nested in items; an item without a list gets one. */
export const fixLists = (body: Element) => {
  nestLists(body)
  // struck out because it is done: the box says that
  for (const struck of body.querySelectorAll('li[data-checked="true"] :is(s, del)'))
    struck.replaceWith(...struck.childNodes)
  for (const item of body.querySelectorAll('li')) {
    if (isList(item.parentElement)) continue
    const before = item.previousElementSibling
    if (before && isList(before)) before.append(item)
    else {
      const list = item.ownerDocument.createElement('ul')
      item.replaceWith(list)
      list.append(item)
    }
  }
}
