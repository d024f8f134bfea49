/** A step of a pointer or a keyboard, as W3C WebDriver names it. */
export type Step =
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: number }
  | { type: 'keyDown' | 'keyUp'; value: string }

/** A device of W3C WebDriver with what it does; the same JSON in both of its protocols. */
interface Device {
  type: 'pointer' | 'key'
  id: string
  actions: Step[]
}

/** The acts of a page of a browser: all else is made of these. */
export interface Driver {
  navigate: (url: string) => Promise<void>
  /** Calls a JavaScript function in the page with one text; returns the text that it returns. */
  call: (code: string, argument: string) => Promise<string>
  act: (devices: Device[]) => Promise<void>
  /** Chooses files of this machine in the first input that matches. */
  setFiles: (selector: string, paths: string[]) => Promise<void>
  /** What is in the window, as PNG. */
  capture: () => Promise<Buffer>
  /** In CSS pixels. */
  resize: (width: number, height: number) => Promise<void>
  /** Errors of the page's scripts since it was opened, as the browser words them. */
  problems: () => Promise<string[]>
}

/** A running browser. */
export interface Browser {
  /** With the version that it says of itself. */
  name: string
  /** A page whose storage no other page sees. */
  open: () => Promise<Driver>
  close: () => Promise<void>
}

/** A browser that this machine may have. */
export interface Engine {
  name: string
  /** The programs it needs, and the Debian packages they are in. */
  programs: { path: string; debian: string }[]
  start: () => Promise<Browser>
}
