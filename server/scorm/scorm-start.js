// Starts the interface that a SCORM package looks for, and reports to the lesson around it. The lesson hands over what
// the package remembers in the name of the frame: a package asks at once, and a sandbox has nothing else to read.
;(() => {
  const given = (() => {
    try {
      return JSON.parse(window.name)
    } catch {
      return null
    }
  })()
  const shimmed = (name) => {
    try {
      return window[name] && false
    } catch {
      return true
    }
  }
  // a sandbox has no storage: packages that expect one keep it until they are closed
  for (const name of ['localStorage', 'sessionStorage']) {
    if (!shimmed(name)) continue
    const kept = new Map()
    const storage = {
      getItem: (key) => kept.get(String(key)) ?? null,
      setItem: (key, value) => void kept.set(String(key), String(value)),
      removeItem: (key) => void kept.delete(String(key)),
      clear: () => kept.clear(),
      key: (at) => [...kept.keys()][at] ?? null,
      get length() {
        return kept.size
      },
    }
    Object.defineProperty(window, name, { value: storage, configurable: true })
  }
  let cookies = ''
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => cookies,
    set: (value) => {
      const [pair] = String(value).split(';')
      const name = pair.split('=')[0].trim()
      cookies = [...cookies.split('; ').filter((kept) => kept && kept.split('=')[0] !== name), pair.trim()].join('; ')
    },
  })

  if (given?.kind !== 'scorm') return
  const is12 = given.version === '1.2'
  const api = new window[is12 ? 'Scorm12API' : 'Scorm2004API']({ autocommit: false, logLevel: 5 })
  const name = `${given.learner.surname}, ${given.learner.name}`
  if (given.data) api.loadFromJSON(JSON.parse(given.data), 'cmi')
  if (is12) {
    api.cmi.core.student_id = given.learner.id
    api.cmi.core.student_name = name
  } else {
    api.cmi.learner_id = given.learner.id
    api.cmi.learner_name = name
  }
  window[is12 ? 'API' : 'API_1484_11'] = api

  const numberOf = (value) => (value === '' || value === undefined || value === null ? null : Number(value))
  const percentOf = ({ raw, min, max, scaled }) => {
    if (numberOf(scaled) !== null) return numberOf(scaled) * 100
    const points = numberOf(raw)
    if (points === null) return null
    const least = numberOf(min) ?? 0
    const most = numberOf(max) ?? 100
    return most > least ? ((points - least) / (most - least)) * 100 : points
  }
  const reportOf = (cmi) => {
    const status = is12 ? cmi.core.lesson_status : cmi.completion_status
    const success = is12 ? status : cmi.success_status
    const score = percentOf(is12 ? cmi.core.score : cmi.score)
    return {
      completed: ['completed', 'passed', 'failed'].includes(status),
      passed: success === 'passed' ? true : success === 'failed' ? false : null,
      score: Number.isFinite(score) && score !== null ? Math.min(100, Math.max(0, score)) : null,
    }
  }
  let last = ''
  let timer
  const report = () => {
    clearTimeout(timer)
    const cmi = JSON.parse(JSON.stringify(api.cmi))
    const data = JSON.stringify(cmi)
    if (data === last) return
    last = data
    // the next page of the package begins with this
    window.name = JSON.stringify({ ...given, data })
    window.parent.postMessage({ kind: 'scorm', item: given.item, ...reportOf(cmi), data }, '*')
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(report, 800)
  }
  const prefix = is12 ? 'LMS' : ''
  api.on(`${prefix}SetValue`, later)
  for (const event of is12 ? ['LMSCommit', 'LMSFinish'] : ['Commit', 'Terminate']) api.on(event, report)
  addEventListener('pagehide', report)
})()
