/** Marked words that are not exported, and why. */
export const notExported: Record<string, string> = {
  ...Object.fromEntries(
    ['address', 'application_text', 'email', 'name', 'parent_email', 'password_hash', 'surname'].map((column) => [
      `child_registrations.${column}`,
      'a child’s, under an address that nobody has confirmed',
    ]),
  ),
  'effects.payload': 'about to be forgotten',
  'events.event': 'kept for minutes, names what the work says itself',
  'notifications.same_as': 'a key of ours',
  'provider_sessions.id_token': 'a proof for the provider',
  'provider_sessions.sid': 'a key of the provider',
  'provider_sessions.subject': 'a copy of user_identities.subject',
  'provider_sign_ins.person': 'about to be forgotten',
  'push_subscriptions.auth': 'a key of the browser',
  'push_subscriptions.p256dh': 'a key of the browser',
  'project_words.word': 'made from the others',
  'projects.search_text': 'made from the others',
  'projects.search_words': 'made from the others',
  'quiz_attempts.key': 'a key of ours',
  'second_factors.secret': 'everybody who has it can sign in with it',
  'submit_keys.answer': 'a copy of the attempt, kept for a day',
  'submit_keys.key': 'a key of ours',
  'throttle_hits.key': 'holds the address, which has a word of its own',
  'users.avatar': 'the file is in the archive',
  'users.search_name': 'made from the others',
  'users.search_text': 'made from the others',
}
