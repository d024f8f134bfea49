import { useEffect, useRef, useState } from 'react'

/** Longest recording, in seconds. */
export const maxVoiceSeconds = 5 * 60

/** What browsers record, the best first, with the ending that says it is a sound. */
const formats = [
  { type: 'audio/webm;codecs=opus', ending: '.weba' },
  { type: 'audio/mp4', ending: '.m4a' },
  { type: 'audio/ogg;codecs=opus', ending: '.oga' },
]

/** A finished recording. */
export interface Recording {
  bytes: Blob
  ending: string
  /** In whole seconds, at least one. */
  seconds: number
}

const problems: Record<string, string> = {
  NotAllowedError: 'Нет доступа к микрофону. Разрешите его для этого сайта в настройках браузера и попробуйте ещё раз.',
  NotFoundError: 'Микрофон не найден. Подключите его и попробуйте ещё раз.',
  NotReadableError: 'Микрофон занят другой программой. Закройте её и попробуйте ещё раз.',
}

/** Why nothing can be recorded, for people. */
const recorderProblem = (error: unknown) =>
  problems[(error as Error)?.name] ?? 'Не получилось записать голос. Попробуйте ещё раз или напишите словами.'

const unable = 'Этот браузер не умеет записывать голос. Напишите словами или откройте сайт в другом браузере.'

/** Turns the microphone off. */
const release = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

const formatOf = () => formats.find(({ type }) => globalThis.MediaRecorder?.isTypeSupported(type))

/**
 * Records a voice: `onDone` gets what was recorded, also when the component goes away meanwhile, so that nothing that
 * was said is lost. It stops by itself after five minutes.
 */
export const useRecorder = (onDone: (recording: Recording) => void) => {
  const [phase, setPhase] = useState<'idle' | 'asking' | 'recording'>('idle')
  const [seconds, setSeconds] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const recorder = useRef<MediaRecorder | null>(null)
  const gone = useRef(false)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  }, [onDone])
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      if (recorder.current?.state === 'recording') recorder.current.stop()
    }
  }, [])
  useEffect(() => {
    if (phase !== 'recording') return
    const began = Date.now()
    const timer = setInterval(() => {
      const passed = Math.floor((Date.now() - began) / 1000)
      setSeconds(passed)
      if (passed >= maxVoiceSeconds) recorder.current?.stop()
    }, 250)
    return () => clearInterval(timer)
  }, [phase])

  const record = (stream: MediaStream, { type, ending }: (typeof formats)[number]) => {
    const current = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: 48_000 })
    const parts: Blob[] = []
    const began = Date.now()
    current.addEventListener('dataavailable', ({ data }) => parts.push(data))
    current.addEventListener('stop', () => {
      release(stream)
      recorder.current = null
      if (!gone.current) setPhase('idle')
      const bytes = new Blob(parts, { type: type.split(';', 1)[0] as string })
      const length = Math.max(1, Math.round((Date.now() - began) / 1000))
      if (bytes.size > 0) done.current({ bytes, ending, seconds: Math.min(length, maxVoiceSeconds) })
    })
    // what was recorded so far is at hand, whatever happens to the microphone
    current.start(1000)
    recorder.current = current
  }
  const start = async () => {
    setProblem(null)
    const format = formatOf()
    if (!format || !navigator.mediaDevices) return setProblem(unable)
    setPhase('asking')
    let stream: MediaStream | null = null
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (gone.current) return release(stream)
      record(stream, format)
      setSeconds(0)
      setPhase('recording')
    } catch (error) {
      // the browser may refuse to record with a microphone that it has opened
      if (stream) release(stream)
      setPhase('idle')
      setProblem(recorderProblem(error))
    }
  }
  const stop = () => recorder.current?.stop()
  return { phase, seconds, problem, start, stop }
}
