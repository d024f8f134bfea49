import { z } from 'zod'

/** What a schema says nothing of its own about, zod says in Russian: whoever answers people with its words imports this file. */
z.config(z.locales.ru())
