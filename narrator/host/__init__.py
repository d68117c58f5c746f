"""The host: the live loop that speaks the script, hears the judge, keeps time and writes the journal.

Joins rules, lines, hearing and speaking; none of them knows it. Screens read `view.View` and send
`view.Commands`.
"""
