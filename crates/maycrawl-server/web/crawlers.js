// The crawlers that a page begins with: tokens and dialect as the catalogue has them (a test
// compares). All others come from the engine.

export const FIRST = {
  Googlebot: { tokens: ['Googlebot'], dialect: 'google' },
  bingbot: { tokens: ['bingbot', 'msnbot'], dialect: 'bing' },
  GPTBot: { tokens: ['GPTBot'], dialect: 'google' },
  ClaudeBot: { tokens: ['ClaudeBot'], dialect: 'google' },
  'OAI-SearchBot': { tokens: ['OAI-SearchBot'], dialect: 'google' },
};
