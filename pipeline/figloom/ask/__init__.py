"""A picture and its facts become questions: one kind of question a file."""
